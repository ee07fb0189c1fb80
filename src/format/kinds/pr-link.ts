import { defineKind } from './define.ts'

export const prLink = defineKind({
  kind: 'pr-link',
  about: 'The session is tied to a pull request, written when one is opened or pushed to.',
  seen: '2.1.29 and later; 36 recorded files',
  isChained: false,
  fields: {
    prNumber: ['number', 'Number of the pull request.'],
    prUrl: ['string', 'Its address.'],
    prRepository: ['string', '`owner/name`.'],
  },
})
