import type { JsonValue } from '../format/json.ts'
import { readResultText, stripReminders } from '../model/tools/read-result-text.ts'
import { listTexts } from './list-texts.ts'
import { isOwnTool } from './strip-echo.ts'
import type { TextSink } from './text-sink.ts'

/** Paths, patterns and names come before long texts, which are cut. */
const SHORT_CHARS = 1000

/** What is searched of the input of a tool call; a list of one, or empty where there are no words. */
export function readInputText(input: JsonValue | undefined, sink: Pick<TextSink, 'cut'>): readonly string[] {
  const texts = listTexts(input)
  const short = texts.filter(text => text.length <= SHORT_CHARS)
  const long = texts.filter(text => text.length > SHORT_CHARS)
  return sink.cut([...short, ...long].join('\n'))
}

/**
 * The same of its result: without the client's reminders and the numbers before each line of a file. What our own tools
 * answer stands elsewhere.
 */
export function readOutputText(
  content: JsonValue | undefined,
  sink: Pick<TextSink, 'cut' | 'leaveOut' | 'leaveOutRest'>,
  tool: string | undefined,
): readonly string[] {
  const text = readResultText(content)
  if (tool !== undefined && isOwnTool(tool)) {
    sink.leaveOut(text)
    return []
  }
  const words = stripReminders(text)
  sink.leaveOutRest(text, words)
  return sink.cut(LINE_NUMBER.test(words.slice(0, 20)) ? words.replace(LINE_NUMBERS, '') : words)
}

const LINE_NUMBER = /^ *\d+[→\t]/
const LINE_NUMBERS = /^ *\d+[→\t]/gm
