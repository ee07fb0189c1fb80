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
])('%j does not', text => expect(leavesIt(text)).toBe(false))
