import { basename, join } from 'node:path'
import { decodeUtf8, viewBytes } from '../../format/bytes.ts'
import type { Span } from '../../format/span.ts'
import type { OnEntry, SiblingHead } from '../../model/session-builder.ts'
import { type Redaction, RedactionFailure } from '../../redact/redaction.ts'
import { type LoadedSession, loadSession, type Substitution } from '../../source/load-session.ts'
import type { FilePlace } from '../../source/session-reader.ts'
import { listFiles, type SessionSource } from '../../source/session-source.ts'
import type { Siblings } from '../../source/siblings.ts'
import type { Library } from '../library.ts'
import { loadFrom } from '../load-from.ts'
import { jsonText } from './json-text.ts'
import type { LearnedSession } from './learned-session.ts'
import { createLearnedAccess, redactSource } from './redact-source.ts'
import { textSpan } from './text-span.ts'

/** A session for others to read. */
export interface ExportSession extends LoadedSession {
  /** Text of an entry, as it may be written. */
  readText(place: FilePlace, entry: Span): string
}

/** The session as it was recorded. */
export function openPlain(library: Library, source: SessionSource): ExportSession {
  const loaded = loadFrom(library, source)
  return { ...loaded, readText: (place, entry) => decodeUtf8(viewBytes(loaded.readBytes(place, textSpan(entry)))) }
}

/**
 * The second pass: the session with everything replaced that the first one found, names of files included. Nothing in it
 * leads back to what was replaced; the model sees only the new strings.
 */
export function openRedacted(learned: LearnedSession, redaction: Redaction, onEntry?: OnEntry): ExportSession {
  const { whole, access, siblings } = learned.parts
  const redacted = redactSource(whole, redaction)
  const reached = createLearnedAccess(learned, access, redacted.originals)
  const around = redactSiblings({ ...siblings, summaries: learned.titles }, redaction)
  const traces = listFiles(whole).map(({ path }) => learned.traces.get(path))
  const substitution: Substitution = {
    object: (json, place) => redaction.redactValue(json, place && traces[place.file]?.get(place.start)),
    text: text => redaction.redactText(text),
  }
  const loaded = loadSession(redacted.source, around, reached, substitution, onEntry)

  function readText(place: FilePlace, entry: Span): string {
    const json = loaded.read(place, entry)
    const written = json && jsonText(json)
    if (written !== undefined) return written
    return redaction.redactText(decodeUtf8(viewBytes(loaded.readBytes(place, textSpan(entry)))))
  }

  return {
    ...loaded,
    issues: loaded.issues.map(({ file, issue }) => ({
      file,
      issue: { ...issue, message: redaction.redactText(issue.message) },
    })),
    readText,
    readBytes: (place, span) => new TextEncoder().encode(readText(place, span)),
    readChunks: () => {
      throw new RedactionFailure('a redacted session has no original bytes')
    },
    readToolResult: createOutputReader(learned, whole.companionFolder, redaction, access.readBytes),
  }
}

/** Uuids of other sessions are matched with those of this one: both change alike. */
function redactSiblings({ summaries, heads }: Siblings, redaction: Redaction): Siblings {
  const known = knownHeads.get(redaction) ?? new WeakMap<SiblingHead, SiblingHead>()
  knownHeads.set(redaction, known)
  return {
    summaries: new Map([...summaries].map(([leaf, text]) => [redaction.redactId(leaf), text])),
    heads: heads.map(head => {
      const redacted = known.get(head) ?? redactHead(head, redaction)
      known.set(head, redacted)
      return redacted
    }),
  }
}

/** Sessions of one folder share their neighbours. */
const knownHeads = new WeakMap<Redaction, WeakMap<SiblingHead, SiblingHead>>()

function redactHead({ sessionId, times }: SiblingHead, redaction: Redaction): SiblingHead {
  return {
    sessionId: redaction.redactId(sessionId),
    times: new Map([...times].map(([uuid, at]) => [redaction.redactId(uuid), at])),
  }
}

/** The path comes from a redacted entry, so the file is found by what became of its name. */
function createOutputReader(
  { outputs }: LearnedSession,
  folder: string | undefined,
  redaction: Redaction,
  readBytes: (path: string, start: number, end: number) => Uint8Array | undefined,
): LoadedSession['readToolResult'] {
  const byName = new Map([...outputs].map(([name, sizeBytes]) => [redaction.redactText(name), { name, sizeBytes }]))
  return path => {
    const output = byName.get(basename(path.replaceAll('\\', '/')))
    if (folder === undefined || !output) return undefined
    const bytes = readBytes(join(folder, 'tool-results', output.name), 0, output.sizeBytes)
    return bytes && redaction.redactText(decodeUtf8(viewBytes(bytes)))
  }
}
