/** The session that a citation means, where several are called alike. */
import { describe, expect, test } from 'vitest'
import { APP, NAMESAKE, startWith, type Told } from './mcp-facts-home.ts'

const OWN = 'abcdef11-0000-4000-8000-000000000000'
const OTHER = 'abcdef22-0000-4000-8000-000000000000'
const THIRD = 'abcdef33-0000-4000-8000-000000000000'

const told = (about: string, cwd = APP): Told => ({
  cwd,
  tell: script => script.prompt(`Draw the ${about}`).bash('ls').answer(`Drawn: ${about}.`),
})

/** Sessions whose ids all begin with `abcdef`: two of this project, one of another. */
const start = (more = {}) =>
  startWith({ [OWN]: told('owl'), [OTHER]: told('otter', NAMESAKE), [THIRD]: told('toad') }, more)

/** The same with one of this project. */
const startOne = () => startWith({ [OWN]: told('owl'), [OTHER]: told('otter', NAMESAKE) })

describe.each([
  ['read', 'at'],
  ['timeline', 'session'],
])('%s of a turn that is none', (name, argument) => {
  test.each(['999999999999999999', '-1', '1-99999999999', 'last', ''])(
    'says so of %j, and not that the session is missing',
    async turn => {
      const home = await startOne()
      const { text, isError } = await home.call(name, { [argument]: `${OWN.slice(0, 8)}:${turn}` })
      expect({ isError, text }).toEqual({
        isError: true,
        text: `"${turn}" is no turn of abcdef11, which has 1 turn. Name a turn as id:3, or several as id:4-9; without it you get the whole session.`,
      })
    },
  )

  test('tells nothing of the turns of a session that may not be opened, or is not there', async () => {
    const home = await startOne()
    const other = await home.call(name, { [argument]: `${OTHER}:-1` })
    expect(other.text).toContain('is a session of another project')
    expect((await home.call(name, { [argument]: 'nobody:-1' })).text).toContain('no session is called "nobody:-1"')
  })
})

describe.each([
  ['read', 'at'],
  ['timeline', 'session'],
])('%s of a beginning that several ids share', (name, argument) => {
  test('opens the one of this project', async () => {
    const home = await startOne()
    for (const id of ['abcdef', 'ABCDEF', 'abcdef:1']) {
      const { text, isError } = await home.call(name, { [argument]: id })
      expect({ isError, hasIt: text.includes('Draw the owl') }, text).toEqual({ isError: false, hasIt: true })
    }
  })

  test('names those it may mean: of this project, unless all are asked', async () => {
    const home = await start()
    const { text, isError } = await home.call(name, { [argument]: 'abcdef' })
    expect(isError).toBe(true)
    expect(text).toContain(`"abcdef" is the beginning of 2 sessions: ${OWN}, ${THIRD}. Give more of the id.`)
    expect(text).not.toContain(OTHER)
    const all = await home.call(name, { [argument]: 'abcdef', scope: 'all' })
    expect(all.text).toContain(`"abcdef" is the beginning of 3 sessions: ${OWN}, ${OTHER}, ${THIRD}.`)
  })

  test('leaves the session that asks out of account', async () => {
    const home = await start({ ownSession: THIRD })
    expect((await home.call(name, { [argument]: 'abcdef' })).text).toContain('Draw the owl')
    const both = await home.call(name, { [argument]: 'abcdef', include_current: true })
    expect(both.text).toContain('the beginning of 2 sessions')
  })
})

test('of a beginning that only sessions of other projects share none is named', async () => {
  const home = await startWith({ [OTHER]: told('otter', NAMESAKE), [THIRD]: told('toad', NAMESAKE) })
  const { text, isError } = await home.call('read', { at: 'abcdef' })
  expect(isError).toBe(true)
  expect(text).toContain('"abcdef" is the beginning of several sessions. Give more of the id.')
  expect(text).not.toMatch(/abcdef[23]/)
})

test('no more than a few are named', async () => {
  const ids = Array.from({ length: 7 }, (_, at) => `abcdef0${at}-0000-4000-8000-000000000000`)
  const home = await startWith(Object.fromEntries(ids.map(id => [id, told('crowd')])))
  const { text } = await home.call('read', { at: 'abcdef' })
  expect(text).toContain(`of 7 sessions: ${ids.slice(0, 5).join(', ')} and more.`)
})
