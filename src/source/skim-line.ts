import { decodeUtf8 } from '../format/bytes.ts'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { listWorkPlaces } from '../model/work-folders.ts'

/**
 * The little that a summary needs of tool results, progress lines and recorded requests, which are most of the bytes of
 * real transcripts: the fields around the payload, without parsing the payload. Summaries take about 0.73 of the processor time they take
 * when all is parsed. Answers are always parsed, though skimming them would save another 8 %: they hold the usage, and a
 * broken answer must not be counted.
 *
 * Only lines written exactly as the client writes them are skimmed, all others are parsed. The fields before the payload
 * must parse on their own with a closing brace added, so they are at the top level; those behind it must run flat up to
 * the brace that ends the line. A payload that is not JSON goes unnoticed here; the doctor parses everything.
 */
export function skimLine(bytes: Uint8Array, start: number, end: number): JsonObject | undefined {
  if (end - start < MIN_BYTES || bytes[start] !== OPEN_BRACE) return undefined
  const head = (bytes as LatinBytes).latin1Slice?.(start, Math.min(end, start + HEAD_BYTES))
  if (head === undefined) return undefined
  if (head.startsWith(LOG_START)) return skimLogged({ bytes, start, end, head, mark: head.search(LOG_MARK) })
  const result = head.indexOf(RESULT_MARK)
  if (result >= 0) return skimResult({ bytes, start, end, head, mark: result })
  if (head.includes(MESSAGE_MARK)) return parseAnswer(bytes as LatinBytes, start, end)
  const progress = head.indexOf(PROGRESS_MARK)
  return progress >= 0 ? skimProgress({ bytes, start, end, head, mark: progress }) : undefined
}

interface LatinBytes extends Uint8Array {
  latin1Slice?(start: number, end: number): string
  indexOf(text: string | number, from?: number): number
}
interface Line {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** The first bytes, one character each, so that positions are offsets. */
  readonly head: string
  /** Where the payload's mark stands in `head`. */
  readonly mark: number
}

const OPEN_BRACE = 0x7b
/** Parsing less is as fast as skimming it. */
const MIN_BYTES = 1000
const HEAD_BYTES = 900
const TAIL_BYTES = 1400
const RESULT_MARK = '"type":"user","message":{"role":"user","content":[{'
const PROGRESS_MARK = '"type":"progress","data":{"type":"'
const RESULT_BLOCK = /"(?:tool_use_id":"[\w.:-]{1,200}","type":"tool_result"|type":"tool_result"),/y
const PROGRESS_TYPE =
  /(bash_progress|hook_progress|mcp_progress|query_update|search_results_received|waiting_for_task)"/y
const MESSAGE_MARK = '"role":"assistant","content":['
/** A line of the request log, and where its payload begins. */
const LOG_START = '{"type":"api-request'
const LOG_MARK = /"(?:shape|message|params)":\{/
const BEYOND_ASCII = /[^\x00-\x7f]/
const MESSAGE_END = '}]},"uuid":"'
const STAMPS = /^"uuid":"([\w-]{1,80})","timestamp":"([\w:.+-]{1,40})"/
const LAST_STAMPS =
  /(?:"uuid":"([\w-]{1,80})","timestamp":"([\w:.+-]{1,40})"|"timestamp":"([\w:.+-]{1,40})","uuid":"([\w-]{1,80})")\}\s*$/
/** Two objects on one line: the end would be that of the second. */
const GLUE = '}{"'
/** The result of an agent names it (`readResultAgent`). */
const AGENT_MARKS = ['"totalTokens":', '"async_launched"']
/** Where newer releases begin the fields that older ones write before the payload. */
const TAIL_START = ',"userType":"'

function skimResult(line: Line): JsonObject | undefined {
  RESULT_BLOCK.lastIndex = line.mark + RESULT_MARK.length
  if (!RESULT_BLOCK.test(line.head)) return undefined
  const rest = line.bytes.subarray(line.start, line.end) as LatinBytes
  const at = rest.indexOf(MESSAGE_END, line.mark)
  if (at < 0 || rest.indexOf(GLUE) >= 0) return undefined
  if (AGENT_MARKS.some(mark => rest.indexOf(mark, at) >= 0)) return undefined
  const stamps = STAMPS.exec(latin1(rest, at + MESSAGE_END.length - '"uuid":"'.length, at + 200))
  const flat = stamps ? parseFlat(line, '"type":"user"}') : undefined
  if (!stamps || !flat) return undefined
  const tail = typeof flat.sessionId === 'string' ? {} : parseTail(rest)
  if (!tail) return undefined
  return { ...flat, ...tail, uuid: stamps[1], timestamp: stamps[2], message: RESULT_MESSAGE }
}

/** The fields before the payload are all that any line of this log shares with others. */
function skimLogged(line: Line): JsonObject | undefined {
  if (line.mark < 0) return undefined
  const rest = line.bytes.subarray(line.start, line.end) as LatinBytes
  return rest.indexOf(GLUE) >= 0 || !LOG_END.test(latin1(rest, rest.length - 4, rest.length))
    ? undefined
    : parseFlat(line, '"payload":0}')
}

const LOG_END = /[\]}"]\}\s*$/

const RESULT_MESSAGE: JsonObject = { role: 'user', content: [{ type: 'tool_result' }] }

function skimProgress(line: Line): JsonObject | undefined {
  PROGRESS_TYPE.lastIndex = line.mark + PROGRESS_MARK.length
  const type = PROGRESS_TYPE.exec(line.head)?.[1]
  const rest = line.bytes.subarray(line.start, line.end) as LatinBytes
  const stamps = type === undefined ? null : LAST_STAMPS.exec(latin1(rest, rest.length - 200, rest.length))
  if (!stamps || rest.indexOf(GLUE) >= 0) return undefined
  const flat = parseFlat(line, '"type":"progress"}')
  return flat && { ...flat, uuid: stamps[1] ?? stamps[4], timestamp: stamps[2] ?? stamps[3], data: { type } }
}

/**
 * An answer, parsed whole but read as Latin-1: what a summary takes from it is ASCII, and such text is decoded five times
 * and parsed one and a half times as fast. Where a field it keeps is not ASCII, the line is read as it should be.
 */
function parseAnswer(bytes: LatinBytes, start: number, end: number): JsonObject | undefined {
  const json = parseObject(latin1(bytes, start, end))
  const isPlain = json !== undefined && KEPT_FIELDS.every(name => !BEYOND_ASCII.test(String(json[name] ?? '')))
  return isPlain && listWorkPlaces(json).every(({ folder }) => !BEYOND_ASCII.test(folder)) ? json : undefined
}

const KEPT_FIELDS = ['cwd', 'gitBranch', 'slug', 'sessionId', 'uuid', 'parentUuid', 'teamName', 'version', 'entrypoint']

/** The fields before the mark. */
function parseFlat({ bytes, start, mark }: Line, ending: string): JsonObject | undefined {
  return parseObject(decodeUtf8(bytes, start, start + mark) + ending)
}

/** The fields that end the line, from the first that newer releases write there. */
function parseTail(rest: LatinBytes): JsonObject | undefined {
  const from = Math.max(0, rest.length - TAIL_BYTES)
  const at = latin1(rest, from, rest.length).lastIndexOf(TAIL_START)
  const tail = at < 0 ? undefined : parseObject(`{${decodeUtf8(rest, from + at + 1)}`)
  const isFlat = tail !== undefined && Object.values(tail).every(value => typeof value !== 'object')
  return isFlat ? tail : undefined
}

function latin1(bytes: LatinBytes, start: number, end: number): string {
  return bytes.latin1Slice?.(Math.max(0, start), Math.min(end, bytes.length)) ?? ''
}
