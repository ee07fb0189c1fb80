import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { Level } from '../level.ts'
import { givenParts } from './given.ts'
import type { Part } from './part.ts'
import { RECORD_KEYS } from './rest.ts'
import type { NoticeRow } from './row.ts'
import { placeOf, type Scene } from './scene.ts'
import { Shown } from './shown.ts'
import { contentParts, fieldParts } from './tools/define.ts'

/** Any entry as a quiet row: its words, then its own fields. */
export function noticeRow(scene: Scene, entry: ThreadEntry, json: JsonObject, needed: Level): NoticeRow {
  const payload = asObject(json.attachment) ?? asObject(json.data) ?? json
  const text = asString(payload.content) ?? ''
  const isShort = text.length <= 400 && !text.includes('\n')
  const parts: Part[] = []
  if (!isShort) parts.push({ kind: 'text', label: undefined, text })
  if (payload.content !== undefined && text === '') parts.push(...contentFields(payload))
  const shown = payload === json ? ownKeys(entry) : ['type']
  parts.push(...fieldParts(payload, [...shown, 'content']))
  if (json.rendered !== undefined) parts.push(...givenParts(json, shownIn(text, parts)))
  return {
    ...placeOf(scene, entry, needed),
    kind: 'notice',
    label: labelOf(entry.kind),
    text: isShort ? text : '',
    count: 1,
    parts,
  }
}

/** `attachment/skill_listing` reads as `skill listing`. */
export function labelOf(kind: string): string {
  return kind.slice(kind.indexOf('/') + 1).replaceAll('_', ' ')
}

/** A name of the session says something on the entry that sets it. */
function ownKeys(entry: ThreadEntry): readonly string[] {
  return entry.kind === 'agent-name' ? RECORD_KEYS.filter(name => name !== 'agentName') : RECORD_KEYS
}

function shownIn(text: string, parts: readonly Part[]): Shown {
  const shown = new Shown()
  shown.add(text)
  shown.addParts(parts)
  return shown
}

function contentFields(payload: JsonObject): readonly Part[] {
  const blocks = contentParts(payload.content)
  return blocks.length > 0 ? blocks : fieldParts({ content: payload.content })
}
