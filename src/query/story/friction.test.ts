import { describe, expect, test } from 'vitest'
import { MAIN, OTHER } from '../../../test/keep-world.ts'
import { ALL, keepScripts, type Script, writeScript } from '../../../test/lookup-world.ts'
import { ONE, THREE, TWO } from '../../../test/temp-tree.ts'
import { readKeptSessions } from '../lookups/kept-sessions.ts'
import { findContained } from './contained-sessions.ts'
import { findFriction, findSessionFriction, frictionOf } from './friction.ts'

const RED = { error: 'Exit code 1\n1 failed' }

function hard(sessionId = ONE): Script {
  return writeScript({ sessionId })
    .prompt('Mend the lock')
    .edit('/home/dev/app/src/a.ts')
    .bash('npm test', RED)
    .edit('/home/dev/app/src/a.ts')
    .bash('npm test', RED)
    .prompt("No, that's wrong. Use the other lock")
    .edit('/home/dev/app/src/b.ts')
    .answer('Done.')
}

function easy(): Script {
  return writeScript({ sessionId: TWO, cwd: '/home/dev/garden' })
    .prompt('Water the beans')
    .edit('/home/dev/garden/bean.ts')
    .prompt('Thanks, and the peas')
    .edit('/home/dev/garden/pea.ts')
    .answer('Done.')
}

describe('friction of sessions', () => {
  test('the hard one is listed with its parts and what backs them, the easy one is not', async () => {
    const keep = await keepScripts({ [MAIN]: hard().lines, [OTHER]: easy().lines })
    const found = findFriction(keep, ALL)
    expect(found).toMatchObject({
      schema: 'backscroll.friction/1',
      coverage: { sessions: 2, small: 0 },
      isCalibrated: false,
      calibratedOn: 2,
      total: 1,
    })
    const [one] = found.sessions
    expect(one).toMatchObject({ sessionId: ONE, title: expect.stringContaining('Mend the lock') })
    const kinds = one?.parts.filter(({ points }) => points > 0).map(({ kind }) => kind)
    expect(kinds?.[0]).toBe('corrections')
    expect(kinds).toEqual(expect.arrayContaining(['corrections', 'retries', 'failed-tests']))
    for (const part of one?.parts ?? []) expect(part.evidence.length > 0).toBe(part.points > 0)
    const retries = one?.parts.find(({ kind }) => kind === 'retries')
    expect(retries?.evidence).toMatchObject([
      { text: 'src/a.ts was changed again after a failure in turn 1', places: [{ shortId: '11111111', turn: 1 }] },
    ])
  })

  test('the same score wherever it is asked for', async () => {
    const keep = await keepScripts({ [MAIN]: hard().lines, [OTHER]: easy().lines })
    const [listed] = findFriction(keep, ALL).sessions
    const [number] = [...readKeptSessions(keep.store)].find(([, { sessionId }]) => sessionId === ONE) ?? []
    expect(findSessionFriction(keep, number ?? 0)).toEqual({ schema: 'backscroll.session-friction/1', ...listed })
    expect(frictionOf(keep, number ?? 0)?.score).toBe(listed?.score)
  })

  test('a project, and a time', async () => {
    const keep = await keepScripts({ [MAIN]: hard().lines, [OTHER]: easy().lines })
    expect(findFriction(keep, { ...ALL, project: 'garden' })).toMatchObject({ coverage: { sessions: 1 }, total: 0 })
    expect(findFriction(keep, { ...ALL, since: Date.parse('2026-04-01') })).toMatchObject({ total: 0 })
  })

  test('a session of one question gets no score', async () => {
    const keep = await keepScripts({ [MAIN]: writeScript({ sessionId: ONE }).prompt('Hello').answer('Hello.').lines })
    expect(findFriction(keep, ALL)).toMatchObject({ coverage: { sessions: 1, small: 1 }, total: 0 })
    expect(findSessionFriction(keep, [...readKeptSessions(keep.store).keys()][0] ?? 0)).toMatchObject({
      score: undefined,
      parts: [],
    })
  })
})

describe('what a resume repeats', () => {
  test('is told once, by the session that holds all of it', async () => {
    const original = hard()
    const resumed = writeScript({ sessionId: TWO, copied: original.lines, startedAt: '2026-03-02T10:00:00.000Z' })
      .prompt('Go on')
      .answer('Gone on.')
    const keep = await keepScripts({ [MAIN]: original.lines, [OTHER]: resumed.lines })
    const { sessions, total } = findFriction(keep, ALL)
    expect(total).toBe(1)
    expect(sessions[0]).toMatchObject({ sessionId: TWO, alsoIn: [{ sessionId: ONE }] })
  })

  test('of three that hold each other, the largest stands for both', async () => {
    const first = hard()
    const second = writeScript({ sessionId: TWO, copied: first.lines, startedAt: '2026-03-02T10:00:00.000Z' })
      .prompt('Go on')
      .answer('Gone on.')
    const third = writeScript({ sessionId: THREE, copied: second.lines, startedAt: '2026-03-03T10:00:00.000Z' })
      .prompt('And on')
      .answer('Done.')
    const keep = await keepScripts({
      [MAIN]: first.lines,
      [OTHER]: second.lines,
      [`projects/-home-dev-app/${THREE}.jsonl`]: third.lines,
    })
    expect(findFriction(keep, ALL).sessions).toMatchObject([
      { sessionId: THREE, alsoIn: [{ sessionId: ONE }, { sessionId: TWO }] },
    ])
  })

  test('of two that are the same, one is left', async () => {
    const keep = await keepScripts({
      [MAIN]: hard().lines,
      [OTHER]: writeScript({ sessionId: TWO, copied: hard().lines }).lines,
    })
    expect(findContained(keep.store, readKeptSessions(keep.store)).size).toBe(1)
    expect(findFriction(keep, ALL).total).toBe(1)
  })

  test('sessions that begin with the same words are two', async () => {
    const other = writeScript({ sessionId: TWO, startedAt: '2026-03-05T10:00:00.000Z' })
      .prompt('Mend the lock')
      .bash('npm test', RED)
      .prompt("No, that's wrong. Use the other lock")
      .answer('Done.')
    const keep = await keepScripts({ [MAIN]: hard().lines, [OTHER]: other.lines })
    expect(findFriction(keep, ALL).total).toBe(2)
  })
})
