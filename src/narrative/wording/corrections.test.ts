import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
import { findCorrection } from './corrections.ts'

describe('a person says that it is not what they wanted', () => {
  test.each([
    "no, that's wrong",
    'No, I said the header, not the footer',
    'I said tabs, not spaces',
    'I meant the staging database',
    'you broke the login page',
    'I think you forgot the migration',
    "You've deleted the fixtures without asking",
    "you didn't run the tests",
    'revert that',
    'please undo your last change',
    'Undo.',
    'put it back',
    'why did you delete the tests?',
    "why didn't you ask me first?",
    "That's not what I asked for",
    "still doesn't work",
    'it still shows the old title',
    'nope, same error',
    "that didn't help",
    'The build is failing again',
    "don't do that, use the helper",
    'stop adding comments everywhere',
    "you're editing the wrong file",
    'wrong file',
    'not as a footnote, but as a chapter',
    'Oh no, we lost the sidebar',
    'Your fix broke the import',
    'This should not be changed',
    'no don’t raise an error, return a boolean',
    'Das ist falsch, bitte den anderen Ordner nehmen',
    'Es geht immer noch nicht',
    'Du hast die Tests vergessen',
    "Non, ce n'est pas ce que je voulais",
    'Tu as oublié le fichier de config',
    'Eso no es lo que pedí',
    'Sigue sin funcionar',
    '不对，应该放在头部',
    '还是报错',
    '違います、ヘッダーです',
    'まだ動きません',
  ])('%s', prompt => {
    expect(findCorrection(prompt)).toBe(prompt)
  })

  test('in one sentence of several, which alone is told', () => {
    expect(findCorrection('Thanks. But you forgot the second file. Can you add it?')).toBe(
      'But you forgot the second file.',
    )
  })

  test('in a few hundred characters', () => {
    const told = findCorrection(`no, I said ${'the one with the long name '.repeat(13)}`)
    expect(told?.length).toBeLessThanOrEqual(300)
    expect(told).toMatch(/^no, I said the one/)
  })
})

describe('a prompt that looks alike corrects nothing', () => {
  test.each([
    'no problem',
    'No worries, take your time',
    "no, that's fine",
    'No, just commit it',
    'not sure whether this is right',
    'fix the wrong label in the header',
    'the tests fail with a timeout',
    'Saving a form does not work in Safari',
    'Add an undo button to the editor',
    'undo in the editor loses the cursor',
    'stop the server and start it again',
    'why does the cache grow?',
    'why did you choose sqlite over postgres?',
    'why do you think it is slow?',
    "I still don't understand how the queue works",
    'is it still running?',
    'check whether the tests still fail',
    'if you forgot something, add it',
    'run the tests again',
    'Never mind, it works',
    'Great, you changed it without breaking the tests',
    'Can you explain what you changed?',
    'no new dependencies',
    'Not only the header, but also the footer',
    'he said it is wrong',
    'Ich habe eine Frage',
    'No hay problema',
    '修复登录页面的错误',
    'エラーを直してください',
    '',
  ])('%s', prompt => {
    expect(findCorrection(prompt)).toBeUndefined()
  })

  test('where it was pasted or quoted', () => {
    const log = Array.from({ length: 5 }, (_, at) => `2026-03-01T10:00:0${at} ERROR you forgot the key, still failing`)
    expect(findCorrection(`Look at this:\n${log.join('\n')}`)).toBeUndefined()
    expect(findCorrection("> no, that's wrong\n> revert that\nwhat does he mean?")).toBeUndefined()
    expect(findCorrection('He wrote "no, that is wrong. Revert that at once."')).toBeUndefined()
  })
})

test('a long text of hostile shape takes no longer than its length', () => {
  const started = processorMs()
  for (const piece of [
    'no, ',
    'you ',
    'you also just ',
    'still ',
    'now ',
    'please just ',
    'not as ',
    'du hast ',
    '还是',
  ])
    for (const times of [60, 400, 2000, 100_000]) findCorrection(piece.repeat(times))
  expect(processorMs() - started).toBeLessThan(5000)
})
