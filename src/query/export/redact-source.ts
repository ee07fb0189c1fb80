import type { Redaction } from '../../redact/redaction.ts'
import type { FileAccess } from '../../source/file-access.ts'
import type { SessionSource, SourceFile } from '../../source/session-source.ts'
import type { LearnedSession } from './learned-session.ts'

export interface RedactedSource {
  readonly source: SessionSource
  /** Where each file really is, by the path it has in `source`. */
  readonly originals: ReadonlyMap<string, string>
}

/** Every name and path of a session replaced. */
export function redactSource(source: SessionSource, redaction: Redaction): RedactedSource {
  const originals = new Map<string, string>()
  const redactText = (text: string): string => redaction.redactText(text)
  const redactId = (id: string): string => redaction.redactId(id)

  /** Two files whose names differ only in what was taken out are still two files. */
  function nameFile(path: string): string {
    const named = redactText(path)
    let unique = named
    for (let copy = 2; originals.has(unique) && originals.get(unique) !== path; copy++) unique = `${named}~${copy}`
    originals.set(unique, path)
    return unique
  }

  const redactFile = (file: SourceFile): SourceFile => ({
    ...file,
    path: nameFile(file.path),
    agentId: maybe(redactId, file.agentId),
    metaPath: maybe(nameFile, file.metaPath),
    workflowId: maybe(redactId, file.workflowId),
  })
  const { root } = source
  return {
    originals,
    source: {
      ...source,
      id: redactId(source.id),
      name: redactId(source.name),
      folder: redactText(source.folder),
      root: {
        ...root,
        path: redactText(root.path),
        realPath: redactText(root.realPath),
        configPath: maybe(redactText, root.configPath),
      },
      main: source.main && redactFile(source.main),
      agents: source.agents.map(redactFile),
      companionFolder: maybe(redactText, source.companionFolder),
    },
  }
}

function maybe(change: (text: string) => string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : change(text)
}

/** Reaches files by their new names, and of each no more than the first pass has read. */
export function createLearnedAccess(
  { sizes, metas, failures }: LearnedSession,
  access: FileAccess,
  originals: ReadonlyMap<string, string>,
): FileAccess {
  const find = (path: string): { readonly path: string; readonly sizeBytes: number } => {
    const original = originals.get(path)
    const sizeBytes = original === undefined ? undefined : sizes.get(original)
    if (original === undefined || sizeBytes === undefined) throw missing(path)
    return { path: original, sizeBytes }
  }
  return {
    *chunks(path, range = {}) {
      const file = find(path)
      const to = Math.min(range.to ?? file.sizeBytes, file.sizeBytes)
      if (to > 0) yield* access.chunks(file.path, { ...range, to })
      // What could not be looked through is missing from the result too, and whoever reads it is told.
      if (failures.has(file.path)) throw failures.get(file.path)
    },
    readBytes(path, start, end) {
      const file = find(path)
      return access.readBytes(file.path, start, Math.min(end, file.sizeBytes))
    },
    readSmallFile: path => metas.get(originals.get(path) ?? ''),
    sizeOf: path => find(path).sizeBytes,
  }
}

function missing(path: string): Error {
  return Object.assign(new Error(`${path} was not looked through`), { code: 'ENOENT' })
}
