import { expect, test } from 'vitest'
import { leavesIt } from './leaves-it.ts'

test.each([
  ...['You decide', 'you decide.', 'Up to you', "it's up to you!", 'Whatever you think', 'whatever you think is best'],
  ...['Your call', 'your choice, I trust you', "Dealer's choice", 'use your best judgement', 'I have no preference'],
  ...[
    'Either is fine',
    'ok, you pick one',
    'You decide which library to use',
    'You decide (Recommended)',
    'surprise me',
  ],
  ...['I don’t care, whichever is easiest', 'Let Claude decide', 'not sure, you choose', 'go with your recommendation'],
  ...['Entscheide du', 'mir egal', 'wie du meinst', 'Das überlasse ich dir', 'comme tu veux', "c'est toi qui décides"],
  ...['tú decides', 'como quieras', 'me da igual', '你决定', '随便', 'お任せします', '알아서 해줘', 'как хочешь'],
  ...[
    'You decide :)',
    '(you decide)',
    'idk you decide',
    "I'll let you decide",
    'you decide 👍',
    'You decide / up to you',
  ],
  ...['You decide based on the codebase', 'I will let you decide', 'decide for me', 'Decide yourself', 'please decide'],
  ...[
    'You know best',
    'your judgement',
    'I defer to you',
    'anything is fine',
    'Claude decides',
    'You decide ^^',
    ';-) your call',
  ],
  ...['mach was du für richtig hältst', 'lo que tú digas', 'décide toi-même', 'おまかせ', 'おまかせします'],
  ...['Both are fine', 'any of them works for me', 'either works', 'all would be ok with me', 'any is fine by me'],
  ...["I'll let you decide about names", 'You decide the rest', 'whatever you want 🤷🏽‍♂️'],
])('%j leaves it', text => expect(leavesIt(text)).toBe(true))

test.each([
  ...[
    'You decide, but no new packages',
    'Use postgres',
    'Either way, keep the old name',
    'Evening',
    'All of them at once',
  ],
  ...['You decide nothing without me', 'whatever you do, never push', 'Both filesystem and embedded', 'No', ''],
  ...['Your call site is wrong, use the other one', 'Any tar file', 'Up to you is the name of the song we use'],
  ...[
    'Both',
    'All',
    'any',
    'all of them',
    'either',
    'Both of these',
    'I will decide later',
    'Decide by size',
    'iOS / Android',
  ],
  ...['(you decide nothing)', 'You decide (but no new packages)', ':)', '👍'],
])('%j does not', text => expect(leavesIt(text)).toBe(false))

test('what was offered is an answer, but for an offer to leave it', () => {
  expect(leavesIt('Either is fine', ['Tabs', 'Spaces', 'Either is fine'])).toBe(false)
  expect(leavesIt('you decide', ['Redis', 'You decide'])).toBe(true)
  expect(leavesIt('Either is fine', ['Tabs', 'Spaces'])).toBe(true)
})
