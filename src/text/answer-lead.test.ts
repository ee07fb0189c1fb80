import { expect, test } from 'vitest'
import { answerLead } from './answer-lead.ts'
import { clip } from './clip.ts'

function check(answer: string, lead: string, max = 120): void {
  expect(answerLead(answer, max)).toBe(lead)
}

test('an answer is led by what it says, not by cheers, headings, code or plans', () => {
  check('Perfect! The lease is **renewed** at half its time.', 'The lease is renewed at half its time.')
  check('## Summary\n\nAll jobs pass.\n\n```ts\nconst a = 1\n```\nNext: docs.', 'All jobs pass. Next: docs.')
  check('Let me check.\n- The clock drifts\n- by seconds', 'The clock drifts; by seconds')
  check('Fixed it. Here is the code:\n```\nx\n', 'Fixed it.')
  check('Here is the code:\n```\nx\n```', '')
  check('', '')
  check('Two parts:\n- **`a__b`** is set\n- see [the docs](https://x.io)', 'Two parts: `a__b` is set; see the docs')
  check('Settings:\n```\nx\n```\nLogic:\n| a |\nIt works.', 'It works.')
  check('Imported `__init__.py` by src/**/x.py', 'Imported `__init__.py` by src/**/x.py')
})

test('it is cut between words, and never inside a character', () => {
  check(`${'word '.repeat(60)}`, `${'word '.repeat(23)}word…`, 121)
  expect(clip('😀'.repeat(40), 10).isWellFormed()).toBe(true)
  expect(clip('one two', 7)).toBe('one two')
})

test('blank lines without end cost no more than their length', () => {
  check('\n'.repeat(200_000), '')
})
