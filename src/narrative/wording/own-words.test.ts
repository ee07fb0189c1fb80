import { expect, test } from 'vitest'
import { readOwnWords } from './own-words.ts'

function checkOwn(lines: readonly string[], text: string): void {
  expect(readOwnWords(lines.join('\n')).text.trim()).toBe(text)
}

test('a diff is pasted, whatever its lines say', () => {
  const diff = ['@@ -1,2 +1,2 @@ fn renew', ' the worker', '-renews its lease late', '+renews its lease early']
  checkOwn(diff, '')
  checkOwn(['--- a/notes.md', '+++ b/notes.md', ...diff], '')
  checkOwn(['is that right?', ...diff], 'is that right?')
  checkOwn(
    ['- renew the lease', '- stop the worker', '- write a test'],
    '- renew the lease\n- stop the worker\n- write a test',
  )
})

test('what a shell printed is pasted up to the next paragraph', () => {
  const shown = ['$ npm run build', 'building for production', '34 modules transformed', 'done']
  checkOwn(shown, '')
  checkOwn([...shown, '', 'why is it so slow?'], 'why is it so slow?')
  checkOwn(['mika@box:~/code$ git status', 'On branch main', 'nothing to commit'], '')
  checkOwn(['run this first:', '$ npm ci'], 'run this first:\n$ npm ci')
})

test('what was pasted is at hand, without code', () => {
  const fence = ['```', 'listening on 8080', 'throw new Error("lease lost")', 'lease lost: worker 3', '```']
  expect(readOwnWords(fence.join('\n'))).toEqual({
    text: '',
    pastedLines: 3,
    pasted: 'listening on 8080\nlease lost: worker 3',
  })
})
