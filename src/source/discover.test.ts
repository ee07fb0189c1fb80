import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, type TreeItem, TWO, writeItem } from '../../test/temp-tree.ts'
import { listAllSources } from './discover.ts'
import { findRoots } from './roots.ts'

type Files = { readonly [path: string]: TreeItem }

function listIn(folder: string, override: readonly string[]) {
  return listAllSources(findRoots(machineAt(folder, { override })).roots)
}

/** Each session as `id: main, agent …`, files relative to the root, in the order of ids. */
function checkSources(files: Files, expected: readonly string[], override: readonly string[] = ['.']): void {
  const folder = makeTree(files)
  const { sources } = listIn(folder, override)
  const shown = sources.map(({ id, main, agents }) => {
    const paths = [main, ...agents].map(file => (file ? relative(folder, file.path) : '-'))
    return `${id}: ${paths.join(', ')}`
  })
  expect(shown.sort()).toEqual([...expected].sort())
}

const agent = (sessionId: string, agentId = 'a1') => makeLines(sessionId, { isSidechain: true, agentId })

test('a transcript is a session, an empty one too', () => {
  checkSources({ [`projects/p/${ONE}.jsonl`]: makeLines(ONE), [`projects/p/${TWO}.jsonl`]: '' }, [
    `${ONE}: projects/p/${ONE}.jsonl`,
    `${TWO}: projects/p/${TWO}.jsonl`,
  ])
})

test('a transcript under another name is known by the session its lines give, else by its name', () => {
  checkSources(
    {
      'checkpoints/0/full.jsonl': [{ type: 'summary', summary: 'x' }, ...makeLines(ONE)],
      'p/notes.jsonl': [{ type: 'summary', summary: 'x', leafUuid: 'y' }],
    },
    [`${ONE}: checkpoints/0/full.jsonl`, 'notes: p/notes.jsonl'],
  )
})

test('finds subagents of the new layout with their meta files and workflows', () => {
  const files: Files = {
    [`p/${ONE}.jsonl`]: makeLines(ONE),
    [`p/${ONE}/subagents/agent-a1.jsonl`]: agent(ONE),
    [`p/${ONE}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
    [`p/${ONE}/subagents/agent-acompact-123abc.jsonl`]: agent(ONE),
    [`p/${ONE}/subagents/workflows/wf_9/agent-b2.jsonl`]: agent(ONE),
    [`p/${ONE}/subagents/workflows/wf_9/journal.jsonl`]: [{ type: 'started', key: 'k', agentId: 'b2' }],
    [`p/${ONE}/tool-results/toolu_1.txt`]: 'long',
  }
  const { sources } = listIn(makeTree(files), ['.'])
  expect(sources).toHaveLength(1)
  const agents = sources[0]?.agents.map(file => [file.agentId, file.metaPath?.split('/').at(-1), file.workflowId])
  expect(agents).toEqual([
    ['a1', 'agent-a1.meta.json', undefined],
    ['acompact-123abc', undefined, undefined],
    ['b2', undefined, 'wf_9'],
  ])
})

test('gives an agent of the old layout to the session it names, in its own folder only', () => {
  checkSources(
    {
      [`p/${ONE}.jsonl`]: makeLines(ONE),
      'p/agent-11111111.jsonl': [{ type: 'file-history-snapshot' }, ...agent(ONE)],
      'q/agent-22222222.jsonl': agent(ONE),
      'q/agent-33333333.jsonl': agent(ONE),
    },
    [`${ONE}: p/${ONE}.jsonl, p/agent-11111111.jsonl`, `${ONE}: -, q/agent-22222222.jsonl, q/agent-33333333.jsonl`],
  )
})

test('knows the session of an agent whose first line is longer than what is read of it', () => {
  const [prompt, answer] = makeLines(ONE, { prompt: `{"sessionId":"not-this"} ${'x'.repeat(100_000)}` })
  checkSources({ [`p/${ONE}.jsonl`]: makeLines(ONE), 'p/agent-1.jsonl': [prompt as object, answer as object] }, [
    `${ONE}: p/${ONE}.jsonl, p/agent-1.jsonl`,
  ])
})

test('a companion folder without transcript is a session of which the main part is gone', () => {
  checkSources({ [`p/${ONE}/subagents/agent-a1.jsonl`]: agent(ONE), [`p/${TWO}/tool-results/toolu_1.txt`]: 'long' }, [
    `${ONE}: -, p/${ONE}/subagents/agent-a1.jsonl`,
    `${TWO}: -`,
  ])
})

test('finds projects at any depth of a plain tree', () => {
  checkSources(
    { 'a/b/c/d/e/one.jsonl': [{ type: 'mode' }], 'a/two.jsonl': [{ type: 'mode' }], 'node_modules/x.jsonl': '' },
    ['one: a/b/c/d/e/one.jsonl', 'two: a/two.jsonl'],
  )
})

test('reads the project folder of a root as such, and one file alone with its own subagents', () => {
  const files: Files = {
    [`projects/p/${ONE}.jsonl`]: makeLines(ONE),
    [`projects/p/${TWO}.jsonl`]: makeLines(TWO),
    'projects/p/agent-1.jsonl': agent(ONE),
    [`projects/p/${ONE}/subagents/agent-a1.jsonl`]: agent(ONE),
    'kept/claude-code.txt': makeLines('three'),
  }
  const whole = `${ONE}: projects/p/${ONE}.jsonl, projects/p/${ONE}/subagents/agent-a1.jsonl, projects/p/agent-1.jsonl`
  checkSources(files, [whole, `${TWO}: projects/p/${TWO}.jsonl`], ['projects/p'])
  checkSources(files, [whole], [`projects/p/${ONE}.jsonl`])
  checkSources(files, [`${ONE}: -, projects/p/agent-1.jsonl`], ['projects/p/agent-1.jsonl'])
  checkSources(files, ['three: kept/claude-code.txt'], ['kept/claude-code.txt'])
})

test('lists a session once where roots lie inside each other or links lead to the same file', () => {
  const files: Files = {
    [`projects/p/${ONE}.jsonl`]: makeLines(ONE),
    'projects/again': { link: 'p' },
    'projects/p/latest.jsonl': { link: `${ONE}.jsonl` },
    'projects/p/round': { link: '..' },
  }
  checkSources(files, [`${ONE}: projects/p/${ONE}.jsonl`], ['projects', 'projects/p', '.'])
})

test('follows a link to a project kept elsewhere', () => {
  const elsewhere = makeTree({ [`${ONE}.jsonl`]: makeLines(ONE) })
  checkSources({ 'projects/p': { link: elsewhere } }, [`${ONE}: projects/p/${ONE}.jsonl`])
})

test('does not take the logs of the client for sessions', () => {
  const folder = makeTree({ 'history.jsonl': [{ display: 'x' }], [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const { sources, skipped } = listIn(folder, ['.'])
  expect(sources).toHaveLength(1)
  expect(skipped.map(file => file.path)).toEqual([join(folder, 'history.jsonl')])
})

test('a transcript that is a link to nothing is a problem, and the rest is listed', () => {
  const folder = makeTree({ [`p/${ONE}.jsonl`]: makeLines(ONE), [`p/${TWO}.jsonl`]: { link: 'gone' } })
  const { sources, problems } = listIn(folder, ['.'])
  expect(sources.map(source => source.id)).toEqual([ONE])
  expect(problems.map(problem => problem.code)).toEqual(['missing'])
})

test('a folder named like a transcript is not one', () => {
  const folder = makeTree({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  mkdirSync(join(folder, 'p', `${TWO}.jsonl`))
  writeItem(join(folder, 'p', `${TWO}.jsonl`, 'note.txt'), 'x')
  expect(listIn(folder, ['.']).sources.map(source => source.id)).toEqual([ONE])
})
