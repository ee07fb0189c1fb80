import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, type TreeItem, TWO } from '../../test/temp-tree.ts'
import { listCompanions } from './companions.ts'
import { listAllSources } from './discover.ts'
import { findRoots } from './roots.ts'

/** Companions of the first session as `kind path`, relative to the config folder. */
function checkCompanions(
  files: { readonly [path: string]: TreeItem },
  slugs: readonly string[],
  expected: readonly string[],
): void {
  const folder = makeTree(files)
  const { sources } = listAllSources(findRoots(machineAt(folder, { override: ['.'] })).roots)
  const found = sources.flatMap(source => listCompanions(source, slugs))
  expect(found.map(({ kind, path }) => `${kind} ${relative(folder, path)}`).sort()).toEqual([...expected].sort())
  expect(found.every(({ sizeBytes, mtimeMs }) => sizeBytes > 0 && mtimeMs > 0)).toBe(true)
}

const MAIN = { [`projects/p/${ONE}.jsonl`]: makeLines(ONE) }
const FOLDER = `projects/p/${ONE}`

test('finds what stands in the companion folder', () => {
  checkCompanions(
    {
      ...MAIN,
      [`${FOLDER}/subagents/agent-a.jsonl`]: makeLines(ONE),
      [`${FOLDER}/subagents/agent-a.meta.json`]: '{}',
      [`${FOLDER}/subagents/workflows/wf_1/agent-b.jsonl`]: makeLines(ONE),
      [`${FOLDER}/subagents/workflows/wf_1/journal.jsonl`]: '{}',
      [`${FOLDER}/workflows/wf_1.json`]: '{}',
      [`${FOLDER}/tool-results/toolu_1.txt`]: 'x',
      [`${FOLDER}/tool-results/mcp-sums-blob-1-abc.png`]: 'x',
      [`${FOLDER}/custom-title.json`]: '{"customTitle":"Sums"}',
      [`${FOLDER}/123.${'ab'.repeat(32)}.key`]: 'x',
      [`${FOLDER}/session-memory/notes.md`]: 'x',
      [`${FOLDER}/new-thing.bin`]: 'x',
    },
    [],
    [
      `agent ${FOLDER}/subagents/agent-a.jsonl`,
      `agent-meta ${FOLDER}/subagents/agent-a.meta.json`,
      `agent ${FOLDER}/subagents/workflows/wf_1/agent-b.jsonl`,
      `journal ${FOLDER}/subagents/workflows/wf_1/journal.jsonl`,
      `workflow ${FOLDER}/workflows/wf_1.json`,
      `tool-result ${FOLDER}/tool-results/toolu_1.txt`,
      `tool-result ${FOLDER}/tool-results/mcp-sums-blob-1-abc.png`,
      `custom-title ${FOLDER}/custom-title.json`,
      `session-memory ${FOLDER}/session-memory/notes.md`,
      `other ${FOLDER}/new-thing.bin`,
    ],
  )
})

test('finds what the client keeps elsewhere in its folder, for this session only', () => {
  checkCompanions(
    {
      ...MAIN,
      [`file-history/${ONE}/abc@v1`]: 'x',
      [`file-history/${TWO}/abc@v1`]: 'x',
      [`todos/${ONE}-agent-${ONE}.json`]: '[]',
      [`todos/${TWO}-agent-${ONE}.json`]: '[]',
      [`tasks/${ONE}/1.json`]: '{}',
      [`image-cache/${ONE}/1.png`]: 'x',
      'plans/red-blue-green.md': '# x',
      'plans/other.md': '# x',
      'history.jsonl': [
        { display: 'x', pastedContents: { 1: { contentHash: 'h1' }, 2: { content: 'short' } }, sessionId: ONE },
        { display: 'y', pastedContents: { 1: { contentHash: 'h2' } }, sessionId: TWO },
      ],
      'paste-cache/h1.txt': 'x',
      'paste-cache/h2.txt': 'x',
    },
    ['red-blue-green', '../settings', 'no-plan'],
    [
      `file-history file-history/${ONE}/abc@v1`,
      `todos todos/${ONE}-agent-${ONE}.json`,
      `task tasks/${ONE}/1.json`,
      `image image-cache/${ONE}/1.png`,
      'plan plans/red-blue-green.md',
      'history history.jsonl',
      'paste paste-cache/h1.txt',
    ],
  )
})

test('an id that is a path leads nowhere', () => {
  checkCompanions(
    { 'projects/p/odd.jsonl': makeLines('../../secret'), 'secret/x': 'x', 'tasks/x': 'x', 'history.jsonl': '{}' },
    [],
    [],
  )
})
