import { defineKind } from './define.ts'

export const summary = defineKind({
  kind: 'summary',
  about: 'A generated title. It mostly belongs to another session: only `leafUuid` says which.',
  seen: '1.0.x to 2.1.22; 99 recorded files',
  isChained: false,
  fields: {
    summary: ['string', 'The title.'],
    leafUuid: ['string', 'Last entry of the conversation it names; in another file for 95 % of them.'],
  },
})
