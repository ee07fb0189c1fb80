/** One line of the manifest. What is known about the archive's content stands here and nowhere else. */
export type ManifestRecord =
  | ({ readonly t: 'session'; readonly session: number } & SessionFacts)
  | ({ readonly t: 'moved'; readonly session: number } & SessionFacts)
  | ({ readonly t: 'project'; readonly session: number } & KeptProjects)
  | ({ readonly t: 'file'; readonly file: number } & FileFacts)
  | ({ readonly t: 'generation' } & GenerationFacts & GenerationContent)
  | { readonly t: 'frames'; readonly file: number; readonly generation: number; readonly frames: readonly KeptFrame[] }
  | { readonly t: 'forgotten'; readonly id: string; readonly at: number }
  | ({ readonly t: 'removed' } & Removal)
  | { readonly t: 'numbers'; readonly nextSession: number; readonly nextFile: number }

/** Where a session came from. */
export interface SessionFacts {
  readonly id: string
  /** File name of the transcript without `.jsonl`. */
  readonly name: string
  readonly folder: string
  readonly rootPath: string
  readonly configPath: string | undefined
  readonly isImported: boolean
}

export interface ProjectFacts {
  readonly path: string
  readonly name: string
  readonly remote: string | undefined
}

/** What was known of the folders that a session worked in while they were there. */
export interface KeptProjects extends ProjectFacts {
  /** Other projects that it is found from. */
  readonly others?: readonly ProjectFacts[]
  /** Folders it was in that led to a project elsewhere (worktrees, links), with the path of that project. */
  readonly links?: readonly (readonly [string, string])[]
}

export interface FileFacts {
  /** 0 for what belongs to no single session. */
  readonly session: number
  readonly role: string
  /** A stream grows and is kept in frames, a blob is kept whole, by its hash. */
  readonly storage: 'stream' | 'blob'
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
}

export type GenerationWhy = 'new' | 'shrunk' | 'rewritten' | 'renamed' | 'replaced'

/** A copy of a file, begun because it is new or no longer continues the last one. */
export interface GenerationFacts {
  readonly file: number
  /** From 1. */
  readonly generation: number
  /** Where the file stood. */
  readonly path: string
  /** The same relative to a config folder, with forward slashes. It is text from outside: check before use. */
  readonly place: string
  readonly why: GenerationWhy
  /** Epoch milliseconds. */
  readonly at: number
}

/** In the same line as the generation, so that a line that is cut never leaves a generation without its beginning. */
export interface GenerationContent {
  /** Sealed in the commit that began it. */
  readonly frames?: readonly KeptFrame[] | undefined
  readonly blob?: KeptBlob | undefined
}

export interface KeptBlob {
  readonly sha256: string
  readonly bytes: number
  /** Compressed. */
  readonly fileBytes: number
  /** Of the source. */
  readonly mtimeMs: number
}

/** A sealed piece: where it stands in the source and, with its header, in the file of sealed frames. */
export interface KeptFrame {
  readonly rawStart: number
  readonly rawBytes: number
  readonly fileStart: number
  readonly fileBytes: number
  /** Of the raw bytes. */
  readonly sha256: string
}

/** Taken out by forget: a session with its files, one file, or one generation of a file. */
export interface Removal {
  readonly session?: number | undefined
  readonly file?: number | undefined
  readonly generation?: number | undefined
}

/** Undefined for a kind that this version does not know, false where a value is not what it must be. */
export function isRecord(json: { readonly t: string }): boolean | undefined {
  return CHECKS.get(json.t)?.(json)
}

type Check = (value: unknown) => boolean

const isText: Check = value => typeof value === 'string'
const isCount: Check = value => Number.isSafeInteger(value) && (value as number) >= 0
const isNumber: Check = value => Number.isSafeInteger(value) && (value as number) >= 1
const isTime: Check = value => typeof value === 'number'
const isFlag: Check = value => typeof value === 'boolean'
/** It becomes a file name, so nothing else may pass. */
const isHash: Check = value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const maybe =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
const oneOf =
  (...values: readonly string[]): Check =>
  value =>
    values.includes(value as string)
const hasFields =
  (fields: Readonly<Record<string, Check>>): Check =>
  value => {
    if (typeof value !== 'object' || value === null) return false
    const json = value as { readonly [name: string]: unknown }
    return Object.entries(fields).every(([name, isRight]) => isRight(json[name]))
  }
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check)

const PROJECT = { path: isText, name: isText, remote: maybe(isText) }
const isPair: Check = value => Array.isArray(value) && value.length === 2 && value.every(isText)
const isBlob = hasFields({ sha256: isHash, bytes: isCount, fileBytes: isCount, mtimeMs: isTime })
const isFrame = hasFields({
  rawStart: isCount,
  rawBytes: isCount,
  fileStart: isCount,
  fileBytes: isCount,
  sha256: isHash,
})

const isSession = hasFields({
  session: isNumber,
  id: isText,
  name: isText,
  folder: isText,
  rootPath: isText,
  configPath: maybe(isText),
  isImported: isFlag,
})

/** What each kind of line must have to be believed. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  ['session', isSession],
  ['moved', isSession],
  [
    'project',
    hasFields({
      session: isNumber,
      ...PROJECT,
      others: maybe(listOf(hasFields(PROJECT))),
      links: maybe(listOf(isPair)),
    }),
  ],
  [
    'file',
    hasFields({
      file: isNumber,
      session: isCount,
      role: isText,
      storage: oneOf('stream', 'blob'),
      agentId: maybe(isText),
      workflowId: maybe(isText),
    }),
  ],
  [
    'generation',
    hasFields({
      file: isNumber,
      generation: isNumber,
      path: isText,
      place: isText,
      why: isText,
      at: isTime,
      frames: maybe(listOf(isFrame)),
      blob: maybe(isBlob),
    }),
  ],
  ['frames', hasFields({ file: isNumber, generation: isNumber, frames: listOf(isFrame) })],
  ['forgotten', hasFields({ id: isText, at: isTime })],
  ['removed', hasFields({ session: maybe(isNumber), file: maybe(isNumber), generation: maybe(isNumber) })],
  ['numbers', hasFields({ nextSession: isNumber, nextFile: isNumber })],
])

export const RECORD_KINDS: readonly string[] = [...CHECKS.keys()]
