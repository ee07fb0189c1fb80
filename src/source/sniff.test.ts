import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLines, makeTree, ONE, type TreeItem } from '../../test/temp-tree.ts'
import { type Sniffed, sniffFile } from './sniff.ts'

function checkVerdict(content: TreeItem, verdict: Sniffed['verdict']): void {
  const folder = makeTree({ 'x.jsonl': content })
  expect(sniffFile(join(folder, 'x.jsonl'))).toMatchObject({ verdict, why: expect.stringMatching(/\w/) })
}

test('knows a transcript by its turns, also where they come late or never', () => {
  checkVerdict(makeLines(ONE), 'transcript')
  checkVerdict([{ type: 'future-thing' }, { type: 'other-thing' }, ...makeLines(ONE)], 'transcript')
  checkVerdict([{ type: 'summary', summary: 'x', leafUuid: 'y' }], 'transcript')
  checkVerdict(`not json\n${JSON.stringify(makeLines(ONE)[0])}\n`, 'transcript')
})

test('knows a transcript whose first line is longer than what is read of it', () => {
  checkVerdict(makeLines(ONE, { prompt: 'x'.repeat(400_000) }), 'transcript')
})

test('tells the output of `claude -p` from a transcript', () => {
  const stream = [
    { type: 'system', subtype: 'init', session_id: ONE, cwd: '/' },
    { type: 'assistant', message: { role: 'assistant', content: [] }, session_id: ONE, parent_tool_use_id: null },
    { type: 'result', subtype: 'success', session_id: ONE },
  ]
  checkVerdict(stream, 'stream-json')
})

test('tells a workflow journal and the files of other agents from a transcript', () => {
  checkVerdict(
    [
      { type: 'started', key: 'k', agentId: 'a' },
      { type: 'result', key: 'k', result: {} },
    ],
    'journal',
  )
  checkVerdict(
    [
      { type: 'session.start', data: {} },
      { type: 'user.message', data: {} },
    ],
    'other-agent',
  )
  checkVerdict([{ type: 'user', version: '0.8.1', sessionId: 'x', message: {} }], 'other-agent')
})

test('a file without entries is empty, one of other things is no transcript', () => {
  checkVerdict('', 'empty')
  checkVerdict('\n\n// nothing\n', 'empty')
  checkVerdict('name,age\nx,1\n', 'not-a-transcript')
  checkVerdict([{ name: 'x' }, { name: 'y' }], 'not-a-transcript')
  checkVerdict(`[${'1,'.repeat(200_000)}1]`, 'not-a-transcript')
})
