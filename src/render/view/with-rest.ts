import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { joinText, readBlocks, toBlocks } from './content.ts'
import { GIVEN_KEYS, givenParts } from './given.ts'
import { splitTags } from './markup.ts'
import { labelOf } from './notices.ts'
import { codePart, type Part } from './part.ts'
import { omit, RECORD_KEYS, restParts, tidyRest } from './rest.ts'
import type { Row } from './row.ts'
import { placeOf, type Scene, sees } from './scene.ts'
import { Shown } from './shown.ts'

/** Rows of an entry; at level `all` the last one carries whatever of the entry none of them shows. */
export function* withRest(scene: Scene, entry: ThreadEntry, json: JsonObject, rows: Iterable<Row>): Iterable<Row> {
  if (!sees(scene, 'all')) return yield* rows
  const shown = new Shown()
  let last: Row | undefined
  for (const row of rows) {
    if (last) yield last
    shown.addValue(row)
    last = row
  }
  const rest = tidyRest(entryRest(entry, json, shown))
  if (!last || !('depth' in last)) {
    const place = placeOf(scene, entry, 'all')
    if (rest.length > 0) yield { ...place, kind: 'notice', label: labelOf(entry.kind), text: '', count: 1, parts: rest }
  } else yield { ...last, rest: [...(last.rest ?? []), ...rest] }
}

/** Results stand with their calls, summaries with their compactions: their texts are not looked for here. */
function entryRest(entry: ThreadEntry, json: JsonObject, shown: Shown): readonly Part[] {
  const isElsewhere = entry.role === 'tool-result' || entry.role === 'compact-summary'
  const payload = asObject(json.attachment) ?? asObject(json.data)
  const texts = isElsewhere
    ? []
    : [joinText(readBlocks(json)), contentText(json), payload ? contentText(payload) : '', promptText(payload)]
  const parts = texts.flatMap(text => taggedRest(text, undefined, shown))
  if (entry.role === 'tool-result') return parts
  if (payload) parts.push(...restParts(omit(payload, ['type', 'content', 'prompt', 'source', 'images']), shown))
  parts.push(...restParts(omit(json, [...RECORD_KEYS, ...CONTENT_KEYS, ...GIVEN_KEYS]), shown))
  return [...parts, ...givenParts(json, shown)]
}

const CONTENT_KEYS = [
  'message',
  'content',
  'attachment',
  'data',
  'toolUseResult',
  'isCompactSummary',
  'isVisibleInTranscriptOnly',
]

function contentText(object: JsonObject): string {
  return asString(object.content) ?? joinText(toBlocks(object.content))
}

function promptText(payload: JsonObject | undefined): string {
  return joinText(toBlocks(payload?.prompt))
}

/** Tags of the client, outer ones first. */
const TAGS = [
  'task-notification',
  'agent-notification',
  'teammate-message',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'user-memory-input',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'system-reminder',
  'user-prompt-submit-hook',
  'task-id',
  'agent-id',
  'tool-use-id',
  'output-file',
  'status',
  'summary',
  'result',
  'usage',
]

/** What a text says beside what is shown, by the tag it stands in. */
function taggedRest(text: string, tag: string | undefined, shown: Shown, depth = 0): Part[] {
  if (text.trim() === '') return []
  const parts: Part[] = []
  let left = text
  for (const name of depth < MAX_NESTING && text.includes('<') ? TAGS : []) {
    if (!left.includes(`<${name}`)) continue
    const { blocks, rest } = splitTags(left, name)
    left = rest
    for (const { attributes, body } of blocks) {
      if (attributes !== '' && !attributes.split('"').every(value => shown.holds(value.replace(/[\s=]*\w+=$/, ''))))
        parts.push(...restParts({ [name]: attributes }, shown))
      parts.push(...taggedRest(body, name, shown, depth + 1))
    }
  }
  const missing = shown.missingLines(left).trim()
  if (missing === '') return parts
  shown.add(missing)
  const isShort = tag !== undefined && missing.length < 200 && !missing.includes('\n')
  return [isShort ? { kind: 'fields', fields: [[tag, missing]] } : codePart(missing, { label: tag ?? '' }), ...parts]
}

const MAX_NESTING = 4
