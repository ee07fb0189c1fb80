/**
 * The texts that a sync puts into the full-text index, written to a file so that the floor can insert the same ones: for
 * each transcript the number of its units, for each unit its columns, each with its length.
 */
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { SessionFold } from '../src/ingest/session-fold.ts'
import { TEXT_COLUMNS } from '../src/model/text-column.ts'
import { listAllSources } from '../src/source/discover.ts'
import { readChunks } from '../src/source/read-chunks.ts'
import { findRoots } from '../src/source/roots.ts'
import { listFiles } from '../src/source/session-source.ts'

/** Texts of one session: `paths` are its transcripts. */
export interface SessionTexts {
  readonly paths: readonly string[]
  readonly units: number
}

export function makeTexts(folder: string): string {
  const path = `${folder}/texts.bin`
  if (existsSync(path)) return path
  const file = openSync(`${path}.new`, 'w')
  const { roots } = findRoots({
    home: '/',
    platform: 'linux',
    variables: {},
    workingFolder: folder,
    override: [folder],
  })
  for (const source of listAllSources(roots).sources) {
    const fold = new SessionFold(source.id)
    const texts: Buffer[] = []
    const paths = listFiles(source).map(({ path }) => path)
    for (const [number, { path, agentId, workflowId }] of listFiles(source).entries()) {
      fold.open({ file: number, agentId, workflowId, meta: undefined })
      for (const chunk of readChunks(path)) fold.feed(number, chunk)
    }
    fold.finish()
    for (const unit of [...fold.takeUnits(), ...fold.takeOpenUnits()]) {
      for (const column of TEXT_COLUMNS) texts.push(frame(Buffer.from(unit.texts[column] ?? '')))
    }
    const head = JSON.stringify({ paths, units: texts.length / TEXT_COLUMNS.length } satisfies SessionTexts)
    writeSync(file, Buffer.concat([frame(Buffer.from(head)), ...texts]))
  }
  closeSync(file)
  renameSync(`${path}.new`, path)
  return path
}

function frame(bytes: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32LE(bytes.length)
  return Buffer.concat([head, bytes])
}
