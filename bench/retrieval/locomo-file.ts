import { uuidOf } from './write-script.ts'

/** Conversations of dated sessions with questions, whichever of two shapes the file has. */
export interface Conversation {
  readonly id: string
  readonly sessions: readonly DatedSession[]
  readonly questions: readonly AskedQuestion[]
}

export interface DatedSession {
  readonly id: string
  readonly atMs: number
  readonly messages: readonly { readonly speaker: string; readonly isFirst: boolean; readonly text: string }[]
}

export interface AskedQuestion {
  readonly question: string
  readonly category: string
  /** Indexes into `sessions`; empty where the file names none that exist. */
  readonly evidence: readonly number[]
}

interface Json {
  readonly [key: string]: unknown
}

/** Throws a sentence about what is wrong with the file. */
export function parseConversations(text: string): readonly Conversation[] {
  const json = parseJson(text)
  if (isObject(json) && Array.isArray(json.conversations)) return json.conversations.map(readGeneric)
  const samples = Array.isArray(json) ? json : [json]
  if (samples.length > 0 && samples.every(sample => isObject(sample) && isObject(sample.conversation))) {
    return samples.map(readSample)
  }
  throw new Error(
    'the file has neither shape: a list of samples with "conversation" and "qa" (LoCoMo), or ' +
      '{ "conversations": [{ "id", "sessions": [{ "date", "messages" }], "questions": [{ "question", "evidenceSessions" }] }] }',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the file is not JSON: ${(error as Error).message}`)
  }
}

function readSample(sample: Json, number: number): Conversation {
  const id = String(sample.sample_id ?? `sample-${number + 1}`)
  const conversation = sample.conversation as Json
  const numbers = Object.keys(conversation)
    .map(key => /^session_(\d+)$/.exec(key)?.[1])
    .filter(found => found !== undefined)
    .filter(found => listOf(conversation[`session_${found}`]).length > 0)
    .map(Number)
    .sort((a, b) => a - b)
  if (numbers.length === 0) throw new Error(`${id} has no sessions: "session_1", "session_2" … are missing`)
  if (!Array.isArray(sample.qa)) throw new Error(`${id} has no questions: "qa" is missing`)
  const sessions = numbers.map((session): DatedSession => {
    const date = conversation[`session_${session}_date_time`]
    return {
      id: uuidOf(`${id} ${session}`),
      atMs: requireDate(date, `${id}, session ${session}`),
      messages: listOf(conversation[`session_${session}`]).map(message => ({
        speaker: String(message.speaker ?? ''),
        isFirst: message.speaker === conversation.speaker_a,
        text: textOf(message),
      })),
    }
  })
  const questions = listOf(sample.qa).map(({ question, evidence, category }) => ({
    question: String(question ?? ''),
    category: String(category ?? 'none'),
    evidence: sessionsNamed(evidence)
      .map(session => numbers.indexOf(session))
      .filter(index => index >= 0),
  }))
  return { id, sessions, questions }
}

/** Sessions named by `["D1:3", "D8:6; D9:17", "D:11:26", "D30:05"]`: the number behind each D. */
function sessionsNamed(evidence: unknown): readonly number[] {
  const text = Array.isArray(evidence) ? evidence.join(' ') : String(evidence ?? '')
  return [...new Set(Array.from(text.matchAll(/D:?(\d+):\d+/g), found => Number(found[1])))]
}

function textOf(message: Json): string {
  const caption = typeof message.blip_caption === 'string' ? ` [shares a photo: ${message.blip_caption}]` : ''
  return `${String(message.text ?? '')}${caption}`
}

function readGeneric(item: unknown, number: number): Conversation {
  if (!isObject(item)) throw new Error(`conversation ${number + 1} is not an object`)
  const id = String(item.id ?? `conversation-${number + 1}`)
  if (!Array.isArray(item.sessions)) throw new Error(`${id} has no "sessions"`)
  if (!Array.isArray(item.questions)) throw new Error(`${id} has no "questions"`)
  const sessions = listOf(item.sessions).map((session, index): DatedSession => {
    const messages = listOf(session.messages)
    const first = messages[0]?.speaker
    return {
      id: uuidOf(`${id} ${index + 1}`),
      atMs: requireDate(session.date, `${id}, session ${index + 1}`),
      messages: messages.map(({ speaker, text }) => ({
        speaker: String(speaker ?? ''),
        isFirst: speaker === first,
        text: String(text ?? ''),
      })),
    }
  })
  const questions = listOf(item.questions).map(({ question, evidenceSessions, category }) => ({
    question: String(question ?? ''),
    category: String(category ?? 'none'),
    evidence: (Array.isArray(evidenceSessions) ? evidenceSessions : [])
      .map(Number)
      .filter(index => sessions[index] !== undefined),
  }))
  return { id, sessions, questions }
}

/** `1:56 pm on 8 May, 2023`, or anything that is a date in ISO 8601. Taken as UTC. */
function requireDate(value: unknown, where: string): number {
  const text = String(value ?? '')
  const found = /^(\d+):(\d+) ([ap]m) on (\d+) (\w+),? (\d{4})$/i.exec(text.trim())
  const [, hour, minute, half, day, month, year] = found ?? []
  const at = found
    ? Date.parse(`${day} ${month} ${year} UTC`) +
      ((Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0)) * 3_600_000 +
      Number(minute) * 60_000
    : Date.parse(text)
  if (Number.isNaN(at)) throw new Error(`${where}: "${text}" is no date`)
  return at
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
