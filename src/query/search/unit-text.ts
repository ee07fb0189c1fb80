import { readAssistantTexts } from '../../extract/assistant-texts.ts'
import { readOtherTexts } from '../../extract/other-texts.ts'
import { TextSink } from '../../extract/text-sink.ts'
import { readInputText, readOutputText } from '../../extract/tool-texts.ts'
import { readUserTexts } from '../../extract/user-texts.ts'
import { asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import type { EntryKind } from '../../format/kinds/table.ts'
import type { TextColumn } from '../../model/text-column.ts'
import type { UserRole } from '../../model/user-role.ts'
import type { HitRole } from './answer.ts'
import type { EntryReader, EntryRow } from './entry-reader.ts'
import type { UnitMatch } from './match-units.ts'

/** A text of one entry, as it was written. */
export interface Passage {
  readonly entry: EntryRow
  readonly column: TextColumn
  readonly role: HitRole
  readonly text: string
}

type UnitSpan = Pick<UnitMatch, 'session' | 'agent' | 'kind' | 'number' | 'firstEntry' | 'lastEntry'>

/** A turn of many hundred calls has as many lines between prompt and answer: enough of them are read. */
const MAX_ENTRIES = 400
/** Where nothing that is sought is there as typed, the beginning is shown. */
const MAX_UNWANTED = 20

/**
 * The texts a unit was made of, read again by the same code that gave them to the index. With `wanted`, only entries whose
 * bytes hold it, where there are such: the others need not be parsed.
 */
export function readUnitPassages(reader: EntryReader, unit: UnitSpan, wanted?: RegExp): readonly Passage[] {
  return unit.kind === 'prose' ? readProse(reader, unit, wanted) : readCall(reader, unit)
}

/** All words of a unit in one text, for whoever wants to compare it as a whole. */
export function readUnitText(reader: EntryReader, unit: UnitSpan): string {
  return readUnitPassages(reader, unit)
    .map(({ text }) => text)
    .join('\n')
}

const PROSE = `number BETWEEN ? AND ? AND is_repeat = 0 AND (role IS NULL OR role <> 'tool-result')
  AND kind NOT LIKE 'progress%' AND kind NOT IN ('file-history-snapshot', 'unreadable', 'blank')`

function readProse(reader: EntryReader, unit: UnitSpan, wanted: RegExp | undefined): readonly Passage[] {
  const entries = reader.list(unit, PROSE, [unit.firstEntry, unit.lastEntry]).slice(0, MAX_ENTRIES)
  const holding = wanted ? entries.filter(entry => reader.holds(entry, wanted)) : entries
  const passages = holding.flatMap(entry => readEntryPassages(reader, entry))
  if (passages.length > 0 || holding === entries) return passages
  return entries.slice(0, MAX_UNWANTED).flatMap(entry => readEntryPassages(reader, entry))
}

/** What a person may look for in an entry of the conversation. */
export function readEntryPassages(reader: EntryReader, entry: EntryRow): readonly Passage[] {
  const json = reader.read(entry)
  if (!json) return []
  const sink = new TextSink()
  if (entry.kind === 'assistant') readAssistantTexts(json, sink)
  else if (entry.role !== undefined) readUserTexts(entry.role as UserRole, json, sink)
  else {
    const input = { json, sink, titles: new Map<string, string>(), hasEntry: () => true }
    readOtherTexts(entry.kind as EntryKind, input)
  }
  return sink.found.map(({ column, text }) => ({ entry, column, text, role: roleOf(entry, column) }))
}

function readCall(reader: EntryReader, unit: UnitSpan): readonly Passage[] {
  const ends = [unit.firstEntry, unit.lastEntry]
  const entries = reader.list(unit, 'number IN (?, ?)', ends)
  const callId = reader.callIdOf(unit.session, unit.agent, unit.number)
  const sink = new TextSink()
  let tool: string | undefined
  return entries.flatMap(entry => readBlocks(reader.read(entry)).flatMap(block => readBlock(entry, block)))

  /** Input or output of one call; of any, where it has no id. */
  function readBlock(entry: EntryRow, block: JsonObject): readonly Passage[] {
    const id = asString(block.type === 'tool_use' ? block.id : block.tool_use_id)
    if (callId !== undefined && id !== undefined && id !== callId) return []
    if (block.type === 'tool_use') {
      tool = asString(block.name)
      const role = block.name === 'ExitPlanMode' ? 'plan' : 'tool'
      return readInputText(block.input, sink).map(text => ({ entry, column: 'input', role, text }))
    }
    if (block.type !== 'tool_result') return []
    const texts = readOutputText(block.content, sink, tool)
    return texts.map(text => ({ entry, column: 'output', role: 'output', text }))
  }
}

function readBlocks(json: JsonObject | undefined): readonly JsonObject[] {
  return asObjects(asObject(json?.message)?.content)
}

function roleOf(entry: EntryRow, column: TextColumn): HitRole {
  if (entry.role === 'compact-summary' || entry.kind === 'summary' || entry.kind === 'system/away_summary')
    return 'summary'
  if (entry.role === 'plan-handover') return 'plan'
  return column === 'input' ? 'tool' : column
}
