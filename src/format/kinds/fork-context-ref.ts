import { defineKind } from './define.ts'

export const forkContextRef = defineKind({
  kind: 'fork-context-ref',
  about: 'The session goes on from another one by reference instead of copying its entries.',
  seen: '2.1.118 and later; known from other readers of the format',
  isChained: false,
  fields: {
    forkedSessionId: ['string', 'The session it goes on from.'],
    upToMessageId: ['string', 'The last entry that counts.'],
  },
})
