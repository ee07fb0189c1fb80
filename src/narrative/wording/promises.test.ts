import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
import { readLeftOpen } from './promises.ts'

describe('an answer leaves something to do', () => {
  test.each([
    [
      'Both files are changed.\n\n**Required setup (manual steps):**\n1. Create the app\n2. Add these secrets:\n   - `KEY`',
      ['Create the app', 'Add these secrets'],
    ],
    [
      'Done.\n\n## Next steps for debugging\n\nAfter a new session:\n1. Check the log of the filter\n2. If you see nothing, the settings are gone',
      ['Check the log of the filter'],
    ],
    ['Done.\n\n## Next steps\n\n- [x] Write it\n- [ ] Test it on Windows', ['Test it on Windows']],
    ['Done.\n\nTODO:\n- Test it on Windows', ['Test it on Windows']],
    [
      'The version is raised. You may want to run `mise install` to get it.',
      ['You may want to run `mise install` to get it.'],
    ],
    [
      'The two files are ready to be committed whenever it suits you.',
      ['The two files are ready to be committed whenever it suits you.'],
    ],
    ['All is built. Ready for `git push` when you want it out!', ['Ready for `git push` when you want it out!']],
    [
      'Both agents ask for changes.\n\n### Recommendations\n\n1. Fix the panic in the parser\n2. Prefer small files',
      ['Fix the panic in the parser'],
    ],
    [
      'It is faster now, for most of the files at least, but you will still need to run the\nmigration by hand.',
      ['It is faster now, for most of the files at least, but you will still need to run the migration by hand.'],
    ],
    [
      'Done.\n\n## Next steps\n\n1. Add a test for each of the readers that the table has, and\n   one for the table\n2. Write it down',
      ['Add a test for each of the readers that the table has, and one for the table', 'Write it down'],
    ],
    [
      'Some files, e.g. `Makefile` and others, are not tested yet.',
      ['Some files, e.g. `Makefile` and others, are not tested yet.'],
    ],
    ['parser.ts is not tested yet.', ['parser.ts is not tested yet.']],
  ])('%j', (answer, left) => expect(readLeftOpen(answer).promises).toEqual(left))
})

describe('an answer that looks alike leaves nothing', () => {
  test.each([
    'Done.\n\n## Todo app structure\n\n- src/app\n- src/list',
    'Done.\n\n## Next steps\n\nNothing is left.\n\n- src/app\n- src/list',
    'The page is ready.',
    'Two models fit.\n\n### Recommendations\n\n- The small one for quick tasks\n- Prefer the large one for reviews',
    'You may want to know that it is faster now.',
    'I committed it and pushed it. The list is ready to use.',
    "You don't need to run anything.",
    'The work of the remaining 20 ms is done by the disk.',
    // Parts of sentences.
    'and still needs to be wired up in the reader',
    'You will still need to run the',
    'The reader (which is not tested yet',
    'Next steps:\n- Write a test for the',
    'Next steps:\n- and then\n- e.g. `npm run x`\n- then the rest',
    'I have not yet implemented the cache, because\n\n```sh\nnpm run cache\n```',
    'You will need to restart the dev server, then',
    'Die Suche ist noch nicht getestet, weil',
    'The writer is not tested yet, e.g.',
  ])('%j', answer => expect(readLeftOpen(answer).promises).toEqual([]))
})

describe('a question', () => {
  test.each([
    ['Two ways are open. Which approach do you prefer?', 'Which approach do you prefer?'],
    ['All tests pass.\n\nReady to commit?', 'Ready to commit?'],
    ['Done. Would you like me to commit these changes?', 'Would you like me to commit these changes?'],
    [
      'Should it go into `src/app.ts`, or do you prefer lib.ts?',
      'Should it go into `src/app.ts`, or do you prefer lib.ts?',
    ],
    ['- Which one do you prefer, e.g. A or B?', 'Which one do you prefer, e.g. A or B?'],
  ])('waits in %j', (answer, question) => expect(readLeftOpen(answer).question).toBe(question))

  test.each([
    'Done. Is there anything else I can help with?',
    'Done. Would you like me to explain it?',
    'Why was it slow? It read each line twice.\n\nNow it reads them once.\n\nAll tests pass.\n\nDone.',
  ])('does not in %j', answer => expect(readLeftOpen(answer).question).toBeUndefined())
})

test('a long text of hostile shape takes no longer than its length', () => {
  const started = processorMs()
  for (const piece of [
    '## next steps\n',
    '- a\n',
    'ready to ',
    'you may also ',
    '**manual steps**\n:\n',
    'remaining ',
    '```\n',
  ])
    for (const times of [80, 1000, 20_000]) readLeftOpen(piece.repeat(times))
  expect(processorMs() - started).toBeLessThan(5000)
})
