import { asObject, asString, type JsonValue } from '../../format/json.ts'

/** What came back from a call that asked the user something. */
export interface AnsweredCall {
  readonly structured: JsonValue | undefined
  readonly text: string
}

const MAX_TEXT = 2000

/** The user's answer to a question, chosen or in words of their own; the whole text of the question is its name. */
export function readAnswer({ structured, text }: AnsweredCall, question: string): string | undefined {
  const answers = asObject(asObject(structured)?.answers)
  if (answers) return Object.hasOwn(answers, question) ? asString(answers[question]) : undefined
  // Without a structured result: `… "question"="answer", "question"="answer". You can now …`
  const mark = `"${question}"="`
  const at = text.indexOf(mark)
  if (at < 0) return undefined
  const rest = text.slice(at + mark.length, at + mark.length + MAX_TEXT)
  const ends = [rest.indexOf('", "'), rest.indexOf('". You can'), rest.lastIndexOf('"')].filter(end => end >= 0)
  return ends.length > 0 ? rest.slice(0, Math.min(...ends)) : undefined
}
