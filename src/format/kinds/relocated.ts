import { defineKind } from './define.ts'

export const relocated = defineKind({
  kind: 'relocated',
  about: 'The session moved to another directory.',
  seen: 'Shapes of real sessions up to 2.1.220',
  isChained: false,
  fields: {
    relocatedCwd: ['string', 'The new directory.'],
  },
})
