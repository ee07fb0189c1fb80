import { decodeUtf8, viewBytes } from '../../format/bytes.ts'
import type { Entry } from '../../format/entry.ts'
import { createParser } from '../../format/parser.ts'
import type { Span } from '../../format/span.ts'
import type { Redaction } from '../../redact/redaction.ts'
import { createSpanReader } from '../../source/read-span.ts'
import { findParts } from '../load-from.ts'
import { jsonText } from './json-text.ts'
import type { LearnedSession } from './learned-session.ts'
import { textSpan } from './text-span.ts'

/**
 * A transcript again, line by line, with everything replaced that was found. As many lines as before, each with the end
 * it had; what was JSON is JSON. Throws a `RedactionFailure` before a line that still holds something.
 */
export function* redactedLines(learned: LearnedSession, path: string, redaction: Redaction): Generator<string> {
  const { access } = findParts(learned.library, learned.source)
  const spans = createSpanReader(access)
  const traces = learned.traces.get(path)
  const ready: Entry[] = []
  const parser = createParser({ onEntry: entry => ready.push(entry) })
  const readText = (span: Span): string => decodeUtf8(viewBytes(spans.read(path, span)))
  const rewrite = (entry: Entry): string => {
    const end = /\r?\n$/.exec(readText({ start: Math.max(entry.start, entry.end - 2), end: entry.end }))?.[0] ?? ''
    const written = entry.json && jsonText(redaction.redactValue(entry.json, traces?.get(entry.start)))
    const body =
      written ?? redaction.redactText(readText(textSpan({ start: entry.start, end: entry.end - end.length })))
    redaction.requireClean(body)
    return body + end
  }
  for (const chunk of access.chunks(path, { to: learned.sizes.get(path) ?? 0 })) {
    parser.push(chunk)
    for (const entry of ready) yield rewrite(entry)
    ready.length = 0
  }
  parser.finish()
  for (const entry of ready) yield rewrite(entry)
}
