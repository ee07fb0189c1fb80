import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawChatStems } from '../../../scripts/chat-stems.ts'

test('the stems are those of the words; if not, run `node scripts/chat-stems.ts`', () => {
  expect(readFileSync(new URL('chat-stems.ts', import.meta.url), 'utf8')).toBe(drawChatStems())
})
