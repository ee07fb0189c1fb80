import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { runLocomo } from './locomo.ts'
import { parseConversations } from './locomo-file.ts'

const SAMPLE = fileURLToPath(new URL('locomo-sample.json', import.meta.url))

function checkRefused(file: unknown, sentence: RegExp): void {
  expect(() => parseConversations(typeof file === 'string' ? file : JSON.stringify(file))).toThrow(sentence)
}

test('asks each question within its conversation and leaves out those without evidence', async () => {
  const { conversations, sessions, questions, skipped, scores } = await runLocomo([SAMPLE])
  expect({ conversations, sessions, questions, skipped }).toEqual({
    conversations: 1,
    sessions: 3,
    questions: 4,
    skipped: 1,
  })
  expect(scores.backscroll?.all?.hit5).toBe(100)
  expect(scores.backscroll?.all?.hit1).toBeGreaterThanOrEqual(75)
  expect(Object.keys(scores.backscroll ?? {})).toEqual(['all', 'category 1', 'category 2', 'category 4'])
})

test('reads evidence that is written in odd ways, dates and photos', () => {
  const turn = { speaker: 'A', dia_id: 'D1:1', text: 'look', blip_caption: 'a red kite' }
  const session = {
    session_1: [turn],
    session_1_date_time: '12:07 am on 8 May, 2023',
    session_11: [turn],
    session_11_date_time: '1:56 pm on 8 May, 2023',
  }
  const qa = [['D1:3', 'D11:06'], ['D1:1; D11:2'], ['D:11:26'], ['D7:1'], []].map(evidence => ({
    question: '?',
    evidence,
  }))
  const [conversation] = parseConversations(
    JSON.stringify({ sample_id: 'x', conversation: { speaker_a: 'A', ...session }, qa }),
  )
  expect(conversation?.questions.map(({ evidence }) => evidence)).toEqual([[0, 1], [0, 1], [1], [], []])
  expect(conversation?.sessions.map(({ atMs }) => new Date(atMs).toISOString())).toEqual([
    '2023-05-08T00:07:00.000Z',
    '2023-05-08T13:56:00.000Z',
  ])
  expect(conversation?.sessions[0]?.messages[0]?.text).toBe('look [shares a photo: a red kite]')
})

test('reads the plain shape too', async () => {
  const messages = (text: string) => [
    { speaker: 'Ann', text },
    { speaker: 'Bo', text: 'I see.' },
  ]
  const sessions = [
    { date: '2024-01-02T10:00:00Z', messages: messages('The oboe needs a new reed.') },
    { date: '2024-02-02T10:00:00Z', messages: messages('We saw an otter in the canal.') },
  ]
  const questions = [{ question: 'where was the otter', evidenceSessions: [1] }]
  const path = join(makeTree({}), 'plain.json')
  writeFileSync(path, JSON.stringify({ conversations: [{ id: 'ann', sessions, questions }] }))
  const { scores } = await runLocomo([path])
  expect(scores.backscroll?.all?.hit1).toBe(100)
})

test('says what is wrong with a file', () => {
  checkRefused('{', /not JSON/)
  checkRefused([], /neither shape/)
  checkRefused({ conversations: [{ id: 'x', sessions: [] }] }, /x has no "questions"/)
  checkRefused([{ conversation: {}, qa: [] }], /has no sessions/)
  checkRefused(
    { conversations: [{ id: 'x', sessions: [{ date: 'soon' }], questions: [] }] },
    /x, session 1: "soon" is no date/,
  )
})
