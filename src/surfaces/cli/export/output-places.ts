import { basename, dirname, join } from 'node:path'
import type { DraftFile, Drafts } from '../../../share/drafts.ts'
import { createNameGiver, type NamedSession, slugOf } from '../../../share/file-name.ts'
import { createImageFiles, type ImageFiles } from '../../../share/image-files.ts'
import type { App } from '../app.ts'
import type { WrittenFile } from './export-result.ts'
import { requireFolder, requireWritable, type Target } from './target.ts'

/** Where the sessions of one export go. */
export interface OutputPlaces {
  openSession(session: NamedSession): SessionPlace
  /** False where there is no room for an index page. */
  readonly hasIndex: boolean
  /** Nothing where there is none. */
  writeIndex(text: string | undefined): void
  /** In the order they were opened, the index first. */
  listFiles(): readonly WrittenFile[]
}

export interface SessionPlace {
  readonly file: DraftFile
  /** Its name in the folder; undefined in a stream. */
  readonly name: string | undefined
  /** Undefined where files cannot stand beside it, or are not wanted. */
  readonly images: ImageFiles | undefined
  /** For the transcripts of its subagents. */
  readonly openAgent: ((agentId: string | undefined) => DraftFile) | undefined
  close(): void
}

export interface StreamWish {
  readonly file: DraftFile
  /** Comes out before all that is in `file`. */
  readonly before: DraftFile
  /** Between two sessions. */
  readonly gap: string
  readonly hasIndex: boolean
}

/** One stream for everything: what stands in it has no name. */
export function createStreamPlaces({ file, before, gap, hasIndex }: StreamWish): OutputPlaces {
  let count = 0
  return {
    hasIndex,
    openSession() {
      if (count++ > 0) file.write(gap)
      return { file, name: undefined, images: undefined, openAgent: undefined, close() {} }
    },
    writeIndex(text) {
      if (text !== undefined) before.write(text + gap)
    },
    listFiles: () => [],
  }
}

export interface DiskWish {
  readonly target: Exclude<Target, { kind: 'stdout' }>
  /** Without a dot. */
  readonly ending: string
  readonly indexEnding: string
  /** Images become files of their own. */
  readonly hasImageFiles: boolean
}

export function createDiskPlaces(app: App, drafts: Drafts, wish: DiskWish): OutputPlaces {
  const { target, ending, indexEnding, hasImageFiles } = wish
  const names = createNameGiver(['index'])
  const files: WrittenFile[] = []
  if (target.kind === 'folder') drafts.makeFolder(target.path)

  function open(path: string, holds: WrittenFile['holds'], session: string | undefined): DraftFile {
    const real = requireWritable(app, path)
    const at = files.push({ path: real, sizeBytes: 0, holds, session }) - 1
    const file = drafts.open(real)
    return {
      write: file.write,
      close() {
        const sizeBytes = file.close()
        files[at] = { path: real, sizeBytes, holds, session }
        return sizeBytes
      },
    }
  }

  function openImages(textPath: string, session: string): ImageFiles {
    const path = textPath.replace(/\.[^./\\]*$/, '')
    const folder = `${path}.images`
    return createImageFiles({
      name: basename(folder),
      make: () => drafts.makeFolder(requireFolder(app, folder)),
      open: name => open(join(folder, name), 'image', session),
    })
  }

  return {
    hasIndex: target.kind === 'folder',
    openSession(session) {
      const wanted = target.kind === 'file' ? target.path : join(target.path, `${names.nameFor(session)}.${ending}`)
      const file = open(wanted, 'session', session.id)
      const agentNames = createNameGiver()
      return {
        file,
        name: basename(wanted),
        images: hasImageFiles ? openImages(wanted, session.id) : undefined,
        openAgent:
          target.kind === 'file'
            ? undefined
            : agentId => {
                const name = agentNames.unique(
                  `${basename(wanted, `.${ending}`)}-agent-${slugOf(agentId ?? 'unknown', 40)}`,
                )
                return open(join(dirname(wanted), `${name}.${ending}`), 'agent', session.id)
              },
        close: () => file.close(),
      }
    },
    writeIndex(text) {
      if (text === undefined) return
      const file = open(join(target.path, `index.${indexEnding}`), 'index', undefined)
      file.write(text)
      file.close()
    },
    listFiles: () => files.toSorted((a, b) => Number(b.holds === 'index') - Number(a.holds === 'index')),
  }
}
