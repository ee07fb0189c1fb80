import { describe, expect, test } from 'vitest'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { type FoundDecisions, findDecisions } from '../src/query/story/find-decisions.ts'
import { ALL, keepScripts, type Script, writeScript } from './lookup-world.ts'

const QUESTION = 'Which store shall hold the seeds?'

function answers(answer: string) {
  const questions = [
    { question: QUESTION, header: 'Store', multiSelect: false, options: [{ label: 'Jar' }, { label: 'Box' }] },
  ]
  return (script: Script): Script =>
    script
      .prompt('Make a place for the seeds')
      .call(
        'AskUserQuestion',
        { questions },
        { output: 'ok', structured: { questions, answers: { [QUESTION]: answer } } },
      )
      .answer('It is made.')
}

async function keepSessions(...sessions: readonly ((script: Script) => Script)[]): Promise<IndexedKeep> {
  return await keepScripts(
    Object.fromEntries(
      sessions.map((tell, at) => {
        const sessionId = `${'abcdef'[at]}0000000-0000-4000-8000-000000000000`
        const script = writeScript({ sessionId, startedAt: `2026-03-0${at + 1}T10:00:00.000Z`, mark: `d${at}` })
        return [`projects/-x/${sessionId}.jsonl`, tell(script).lines]
      }),
    ),
  )
}

async function find(keep: IndexedKeep, text = '', isRules = false): Promise<FoundDecisions> {
  return findDecisions(keep, { text, isRules, scope: ALL })
}

describe('decisions', () => {
  test('are answers, with the question and the place', async () => {
    const keep = await keepSessions(answers('Jar'))
    const { decisions } = await find(keep)
    expect(decisions).toMatchObject([
      { text: 'Jar', from: 'answer', about: QUESTION, mainTurn: 1, takenBack: undefined, isRule: false },
    ])
  })

  test('are found by words of the decision and of what it is about', async () => {
    const keep = await keepSessions(answers('Jar'))
    expect((await find(keep, 'jar')).total).toBe(1)
    expect((await find(keep, 'SEEDS store')).total).toBe(1)
    expect((await find(keep, 'seeds cupboard')).total).toBe(0)
  })

  test('are taken back by another answer to the same question, later', async () => {
    const { decisions } = await find(await keepSessions(answers('Jar'), answers('Box')))
    expect(decisions.map(({ text, takenBack }) => [text, takenBack?.by, takenBack?.text])).toEqual([
      ['Box', undefined, undefined],
      ['Jar', 'answer', 'Box'],
    ])
    expect(decisions[1]?.takenBack).toMatchObject({ shortId: 'b0000000', turn: 1 })
  })

  test('are not taken back by the same answer', async () => {
    const { decisions } = await find(await keepSessions(answers('Jar'), answers('Jar')))
    expect(decisions.map(({ takenBack }) => takenBack)).toEqual([undefined, undefined])
  })

  test('that are rules can be asked for alone', async () => {
    const keep = await keepSessions(answers('Jar'), script =>
      script
        .prompt('From now on always label every jar with the year of the harvest.')
        .answer('Every jar is labelled.'),
    )
    const { decisions } = await find(keep, '', true)
    expect(decisions.map(({ from, isRule }) => [from, isRule])).toEqual([['person', true]])
    expect((await find(keep)).total).toBe(2)
  })
})
