import { learnSession } from '../src/query/export/learn-session.ts'
import { type ExportSession, openRedacted } from '../src/query/export/open-redacted.ts'
import { type Library, openLibrary } from '../src/query/library.ts'
import { createRedactor } from '../src/redact/create-redactor.ts'
import type { Redaction, RedactorOptions } from '../src/redact/redaction.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { machineAt } from './temp-tree.ts'

export const NOBODY: RedactorOptions = { identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] }

/** Finds nothing and changes nothing. */
export const NOTHING: Redaction = {
  hits: [],
  redactText: text => text,
  redactId: id => id,
  redactValue: value => value,
  requireClean: () => {},
}

export function libraryOf(folder: string): Library {
  return openLibrary(machineAt(folder, { override: [folder] }))
}

/** Both passes over one session. */
export function redactSession(
  library: Library,
  source: SessionSource,
  options: Partial<RedactorOptions> = {},
): { readonly opened: ExportSession; readonly redaction: Redaction } {
  const redactor = createRedactor({ ...NOBODY, ...options })
  const learned = learnSession(library, source, redactor)
  const redaction = redactor.seal()
  return { opened: openRedacted(learned, redaction), redaction }
}
