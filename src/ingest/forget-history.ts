import { dirname } from 'node:path'
import { createArchiveWriter } from '../archive/archive-writer.ts'
import { type KeptFile, type KeptGeneration, readManifest } from '../archive/read-manifest.ts'
import { salvageStream } from '../archive/salvage-stream.ts'
import type { Store } from '../store/store.ts'
import { fileRow } from './commit-rows.ts'
import { pathsOfPaste } from './keep-paste.ts'
import { NO_SESSION } from './loose-history.ts'
import { createStoreSink } from './row-sink.ts'
import { belongsTo, type HistoryLine, joinLines, splitKeptHistory } from './split-history.ts'
import type { WritableKeep } from './writable-keep.ts'

/** What must leave the archive, and the index, so that no prompt of a session is left under none. */
export interface DroppedHistory {
  readonly generations: readonly { readonly file: number; readonly generation: number }[]
  /** Pastes that no other loose prompt names. */
  readonly pastes: readonly number[]
  /** In the transaction that forgets the rest. */
  writeRows(store: Store): void
}

/**
 * Prompts of sessions that were not kept stand together: what is left of them without this session's is written as new
 * generations. Of a generation that is damaged what can be read is taken over: nobody can tell what the rest of it says,
 * so it must not stay; the log is read again from its beginning, as long as it has the lines.
 */
export async function dropHistoryLines(
  { paths, start }: WritableKeep,
  id: string,
  at: number,
): Promise<DroppedHistory> {
  const files = [...readManifest(paths.archive).files.values()].filter(({ session }) => session === NO_SESSION)
  const writer = createArchiveWriter(paths.archive, start())
  const logs = files.filter(({ role }) => role === 'history').map(file => readLoose(paths.archive, file, id))
  const rewritten = logs.flatMap(({ file, generations }) => {
    const first = generations.findIndex(({ dropped, isWhole }) => dropped.length > 0 || !isWhole)
    return first < 0 ? [] : [{ file, generations: generations.slice(first) }]
  })
  for (const { file, generations } of rewritten) {
    let number = file.generations.at(-1)?.generation ?? 0
    for (const { kept, left, mtimeMs } of generations) {
      const { path, place, why } = kept
      const facts = { file: file.file, generation: ++number, path, place, why, at: kept.at }
      const stream = writer.openStream(writer.beginGeneration(facts))
      stream.append(joinLines(left))
      stream.finish({ mtimeMs: mtimeMs ?? at })
    }
  }
  const { files: states } = await writer.commit()
  const pastes = listPastes(files, logs)
  return {
    generations: rewritten.flatMap(({ file, generations }) =>
      generations.map(({ kept }) => ({ file: file.file, generation: kept.generation })),
    ),
    pastes,
    writeRows(store) {
      const sink = createStoreSink(store)
      for (const { file, generations } of rewritten) {
        const newest = generations.at(-1)
        const state = states.findLast(found => found.file === file.file)
        if (!newest || !state) continue
        const { path, place } = newest.kept
        const { agentId, workflowId } = file
        const names = { file: file.file, role: 'history', path, place, agentId, workflowId, blob: undefined } as const
        const row = { ...names, generation: state.generation, mtimeMs: newest.mtimeMs ?? at }
        sink.insert('files', [fileRow(row, NO_SESSION, state)])
        if (generations.some(({ isWhole }) => !isWhole)) sink.remove('checks', [[path]])
      }
      for (const file of pastes) {
        store.run('DELETE FROM checks WHERE file = ?', [file])
        sink.remove('files', [[file]])
      }
    },
  }
}

interface LooseGeneration {
  readonly kept: KeptGeneration
  readonly dropped: readonly HistoryLine[]
  readonly left: readonly HistoryLine[]
  readonly isWhole: boolean
  readonly mtimeMs: number | undefined
}

interface LooseLog {
  readonly file: KeptFile
  readonly generations: readonly LooseGeneration[]
}

function readLoose(folder: string, file: KeptFile, id: string): LooseLog {
  const generations = file.generations.map(kept => {
    const { chunks, isWhole, mtimeMs } = salvageStream(folder, kept)
    const lines = splitKeptHistory(Buffer.concat(chunks))
    const dropped = lines.filter(line => belongsTo(line, id))
    return { kept, dropped, left: lines.filter(line => !belongsTo(line, id)), isWhole, mtimeMs }
  })
  return { file, generations }
}

/** Those of the prompts that go, but for those that others name too. */
function listPastes(files: readonly KeptFile[], logs: readonly LooseLog[]): readonly number[] {
  const [going, staying] = [new Set<string>(), new Set<string>()]
  for (const { generations } of logs) {
    for (const { kept, dropped, left } of generations) {
      const pathsOf = ({ pastes }: HistoryLine): readonly string[] =>
        pastes.flatMap(name => pathsOfPaste(dirname(kept.path), name))
      for (const path of dropped.flatMap(pathsOf)) going.add(path)
      for (const path of left.flatMap(pathsOf)) staying.add(path)
    }
  }
  return files
    .filter(({ role }) => role === 'paste')
    .filter(({ generations }) => generations.some(({ path }) => going.has(path) && !staying.has(path)))
    .map(({ file }) => file)
}
