import { defineKind } from './define.ts'

export const customTitle = defineKind({
  kind: 'custom-title',
  about: 'The name a user gave the session. Repeated at each start; the last one counts.',
  seen: 'Shapes of real sessions up to 2.1.220',
  isChained: false,
  fields: {
    customTitle: ['string', 'The name.'],
  },
})
