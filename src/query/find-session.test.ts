import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, THREE, type TreeItem, TWO } from '../../test/temp-tree.ts'
import { pathOf } from '../source/session-source.ts'
import { UserError } from '../user-error.ts'
import { findNewestSession, requireSession } from './find-session.ts'
import { openLibrary } from './library.ts'
import { shortIds } from './short-ids.ts'

const FILES: { readonly [path: string]: TreeItem } = {
  [`a/${ONE}.jsonl`]: makeLines(ONE),
  [`a/${TWO}.jsonl`]: makeLines(TWO),
  [`b/${THREE}.jsonl`]: makeLines(THREE),
  'b/full.jsonl': makeLines('checkpoint'),
  [`old/${ONE}.jsonl`]: [...makeLines(ONE), ...makeLines(ONE)],
  'other/stream.jsonl': [{ type: 'system', subtype: 'init', session_id: 'x' }],
  'other/notes.txt': 'hello',
}
const folder = makeTree(FILES)
const env = machineAt(folder, { override: ['a', 'b', 'old'] })
const { sources } = openLibrary(env)

/** The session a text names, as `id:turn`. */
function checkFound(text: string, expected: string): void {
  const { source, turn } = requireSession(sources, text, env)
  expect(turn === undefined ? source.id : `${source.id}:${turn}`).toBe(expected)
}

function checkRefused(text: string, code: string, message: RegExp): void {
  let error: unknown
  try {
    requireSession(sources, text, env)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(UserError)
  expect(error).toMatchObject({ code, message: expect.stringMatching(message), hint: expect.stringMatching(/\w/) })
}

test('by whole id, unique beginning, name or path, with or without a turn', () => {
  checkFound(TWO, TWO)
  checkFound(TWO.toUpperCase(), TWO)
  checkFound('22222222-2', TWO)
  checkFound('22222222-3:12', `${THREE}:12`)
  checkFound('full', 'checkpoint')
  checkFound('check', 'checkpoint')
  checkFound(`a/${TWO}.jsonl`, TWO)
  checkFound(`${join(folder, 'b', `${THREE}.jsonl`)}:3`, `${THREE}:3`)
  checkFound('~/b/full.jsonl', 'checkpoint')
})

test('a beginning of several ids is refused with the candidates', () => {
  checkRefused('2222', 'ambiguous-session', /22222222-2, 22222222-3/)
})

test('what names nothing is refused', () => {
  checkRefused('zzz', 'no-such-session', /"zzz"/)
  checkRefused('zzz:4', 'no-such-session', /"zzz"/)
  checkRefused('', 'no-such-session', /./)
  checkRefused('a', 'no-such-session', /"a"/)
})

test('a path that leads to no transcript is refused with what is there', () => {
  checkRefused('./a', 'is-a-folder', /a is a folder, not a session/)
  checkRefused(join(folder, 'b'), 'is-a-folder', /is a folder/)
  checkRefused('./missing.jsonl', 'session-missing', /missing\.jsonl does not exist/)
  checkRefused('missing.jsonl:3', 'session-missing', /missing\.jsonl does not exist/)
})

test('a turn that is no number is refused as that', () => {
  checkRefused(`${TWO}:x`, 'bad-turn', /"x" is not the number of a turn/)
  checkRefused(`${TWO}:`, 'bad-turn', /is missing/)
  checkRefused('zzz:x', 'no-such-session', /"zzz:x"/)
})

test('each file that bears an id can be named', () => {
  const pathOfText = (text: string) => pathOf(requireSession(sources, text, env).source)
  expect(pathOfText('11111111~1')).toBe(join(folder, 'old', `${ONE}.jsonl`))
  expect(pathOfText('11111111~2')).toBe(join(folder, 'a', `${ONE}.jsonl`))
  expect(requireSession(sources, '11111111~2:3', env)).toMatchObject({ turn: 3, note: undefined })
  checkRefused('11111111~3', 'no-such-session', /there is no 11111111~3: 2 files bear this id/)
})

test('a file that is not a transcript is refused with the reason', () => {
  checkRefused('other/stream.jsonl', 'not-a-transcript', /claude -p/)
  checkRefused('other/notes.txt', 'not-a-transcript', /JSON/)
})

test('of two files with one id the larger is taken, and that is said', () => {
  const { source, note } = requireSession(sources, ONE, env)
  expect(pathOf(source)).toBe(join(folder, 'old', `${ONE}.jsonl`))
  expect(note).toMatch(/^2 files bear this id.*the other is .*~2$/)
  expect(requireSession(sources, TWO, env).note).toBeUndefined()
  expect(requireSession(sources, join(folder, 'a', `${ONE}.jsonl`), env).source.folder).toBe(join(folder, 'a'))
})

test('a path outside the roots can be named too', () => {
  const found = requireSession([], join(folder, 'b/full.jsonl'), env)
  expect(found.source.id).toBe('checkpoint')
})

test('the newest session is the one written to last', () => {
  expect(findNewestSession([])).toBeUndefined()
  const newest = findNewestSession(sources)
  const last = Math.max(...sources.map(source => source.main?.mtimeMs ?? 0))
  expect(newest?.main?.mtimeMs).toBe(last)
})

test('short ids are the shortest that differ, eight characters at least', () => {
  const ids = [ONE, TWO, THREE, 'short', 'shorter', ONE]
  expect([...shortIds(ids)].map(([, short]) => short)).toEqual([
    '11111111',
    '22222222-2',
    '22222222-3',
    'short',
    'shorter',
  ])
})
