import { expect, test } from 'vitest'
import { type Script, writeScript } from '../../../test/lookup-world.ts'
import { ONE } from '../../../test/temp-tree.ts'
import { loadLines } from '../../../test/web-inspect-world.ts'
import { inspectDiff } from './inspect-diff.ts'

const PATH = '/home/dev/app/a.ts'

function script(): Script {
  return writeScript({ sessionId: ONE }).prompt('Change it')
}

function edit(before: string, after: string, original?: string, more: object = {}) {
  const structured = { filePath: PATH, oldString: before, newString: after, originalFile: original, ...more }
  return [
    'Edit',
    { file_path: PATH, old_string: before, new_string: after },
    original === undefined ? {} : { structured },
  ] as const
}

function write(content: string, more: object = {}) {
  return ['Write', { file_path: PATH, content }, { structured: { filePath: PATH, content, ...more } }] as const
}

function diff(lines: Script, more: { isEach?: boolean; from?: number; limit?: number } = {}) {
  return inspectDiff(loadLines(lines.lines), { path: PATH, isEach: false, from: 0, limit: 50, ...more })
}

/** All changed lines. */
function linesOf(hunks: readonly { readonly lines: readonly string[] }[] | undefined): readonly string[] {
  return (hunks ?? []).flatMap(({ lines }) => lines.filter(line => !line.startsWith(' ')))
}

test('is from before the first change to after the last, not the sum of all', () => {
  const lines = script()
    .call(...edit('one', 'two', 'one\nend\n'))
    .prompt('And again')
    .call(...edit('two', 'three', 'two\nend\n'))
  const answer = diff(lines)
  expect(answer).toMatchObject({ isWhole: true, added: 1, removed: 1, isNew: false, totalChanges: 2, outsideTurns: [] })
  expect(linesOf(answer.hunks)).toEqual(['-one', '+three'])
  expect(answer.changes.map(({ turn, tool, hunks }) => [turn, tool, hunks])).toEqual([
    [1, 'Edit', undefined],
    [2, 'Edit', undefined],
  ])
})

test('a new file begins with nothing', () => {
  const answer = diff(
    script()
      .call(...write('a\nb\n', { type: 'create' }))
      .call(...edit('b', 'c', 'a\nb\n')),
  )
  expect(answer).toMatchObject({ isWhole: true, isNew: true, added: 2, removed: 0 })
  expect(linesOf(answer.hunks)).toEqual(['+a', '+c'])
})

test('what was changed and changed back is no difference', () => {
  const answer = diff(
    script()
      .call(...edit('a', 'b', 'a\n'))
      .call(...edit('b', 'a', 'b\n')),
  )
  expect(answer).toMatchObject({ isWhole: true, hunks: [], added: 0, removed: 0, totalChanges: 2 })
})

test('a file read whole is what it was before an edit that does not say so', () => {
  const file = { filePath: PATH, content: 'a\nb\n', startLine: 1, numLines: 2, totalLines: 2 }
  const lines = script()
    .call('Read', { file_path: PATH }, { structured: { type: 'text', file } })
    .call(...edit('a', 'c'))
  expect(linesOf(diff(lines).hunks)).toEqual(['-a', '+c'])
})

test('without the file around an edit, each change stands for itself', () => {
  const answer = diff(
    script()
      .call(...edit('a', 'c'))
      .prompt('More')
      .call(...edit('d\ne', 'd\nf')),
  )
  expect(answer).toMatchObject({
    isWhole: false,
    hunks: [],
    whyNot: 'Only the changed words are recorded in turn 1, not the file around them.',
  })
  expect(answer.changes.map(({ turn, hunks }) => [turn, linesOf(hunks)])).toEqual([
    [1, ['-a', '+c']],
    [2, ['-e', '+f']],
  ])
})

test('a command that changed it hides what it became, until a later call tells', () => {
  const bashEditDiff = { files: [{ filePath: PATH, hunks: [{ oldStart: 1, newStart: 1, lines: ['-b', '+x'] }] }] }
  const begun = script()
    .call(...edit('a', 'b', 'a\n'))
    .call('Bash', { command: 'sed -i s/b/x/ a.ts' }, { structured: { stdout: '', bashEditDiff } })
  expect(diff(begun)).toMatchObject({
    isWhole: false,
    whyNot: 'A command changed it in turn 1, and only the changed lines are recorded.',
  })
  const ended = diff(begun.call(...edit('x', 'y', 'x\n')))
  expect([ended.isWhole, linesOf(ended.hunks), ended.changes.map(({ isByShell }) => isByShell)]).toEqual([
    true,
    ['-a', '+y'],
    [false, true, false],
  ])
})

test('says after which turns something else had changed the file', () => {
  const lines = script()
    .call(...edit('a', 'b', 'a\n'))
    .prompt('Go on')
    .call(...edit('b', 'c', 'b\nformatted\n'))
  const answer = diff(lines)
  expect(answer).toMatchObject({ isWhole: true, outsideTurns: [2] })
  expect(linesOf(answer.hunks)).toEqual(['-a', '+c', '+formatted'])
})

test('an edit that a person changed is taken as it was written', () => {
  const changed = { newString: 'mine', userModified: true }
  const answer = diff(script().call(...edit('a', 'b', 'a\n', changed)))
  expect([linesOf(answer.hunks), answer.changes[0]?.isUserModified]).toEqual([['-a', '+mine'], true])
})

test('whoever takes out a line takes out its end', () => {
  const lines = script()
    .call(...edit('gone', '', 'a\ngone\nb\n'))
    .call(...edit('b', 'c', 'a\nb\n'))
  expect(diff(lines)).toMatchObject({ isWhole: true, outsideTurns: [], added: 1, removed: 2 })
})

test('a file written over without a word of what was there is not known before', () => {
  const answer = diff(script().call(...write('new\n', { type: 'update' })))
  expect(answer).toMatchObject({
    isWhole: false,
    whyNot: 'What it was before it was written over in turn 1 is not recorded.',
  })
  expect(linesOf(answer.changes[0]?.hunks)).toEqual(['+new'])
})

test('agents and the main conversation change a file in the order of time', () => {
  const main = script()
    .call(...edit('a', 'b', 'a\n'))
    .call(...edit('c', 'd', 'c\n'))
  const agent = writeScript({ sessionId: ONE, mark: 'agnt', startedAt: '2026-03-01T10:02:30.000Z' })
    .prompt('Help')
    .call(...edit('b', 'c', 'b\n'))
  const sidechain = agent.lines.map(line => ({ ...line, isSidechain: true, agentId: 'a1' }))
  // The agent's call lies between the two of the main conversation.
  const moved = sidechain.map((line, at) => ({ ...line, timestamp: `2026-03-01T10:03:1${at}.000Z` }))
  const answer = inspectDiff(loadLines(main.lines, { a1: moved }), { path: PATH, isEach: false, from: 0, limit: 50 })
  expect(answer.changes.map(change => change.agent)).toEqual([undefined, 'a1', undefined])
  expect(answer).toMatchObject({ isWhole: true, outsideTurns: [] })
  expect(linesOf(answer.hunks)).toEqual(['-a', '+d'])
})

test('very many lines end early and say so; changes come in pages', () => {
  const many = Array.from({ length: 6000 }, (_, at) => `line ${at}\n`).join('')
  const long = diff(script().call(...write(many, { type: 'create' })))
  expect([long.isCut, long.added]).toEqual([true, 6000])
  expect(long.hunks.flatMap(({ lines }) => lines)).toHaveLength(4000)
  const lines = script()
  for (let at = 0; at < 7; at++) lines.call(...edit(`v${at}`, `v${at + 1}`, `v${at}\n`))
  const page = diff(lines, { from: 5, limit: 5, isEach: true })
  expect([page.from, page.totalChanges, page.changes.map(({ hunks }) => linesOf(hunks)[0])]).toEqual([
    5,
    7,
    ['-v5', '-v6'],
  ])
})

test('a file that was only read, or never, is refused', () => {
  const read = script().call('Read', { file_path: PATH }, {})
  expect(() => diff(read)).toThrow('this session only read "/home/dev/app/a.ts"')
  expect(() => diff(script())).toThrow('this session did not touch')
})
