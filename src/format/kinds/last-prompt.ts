import { defineKind } from './define.ts'

export const lastPrompt = defineKind({
  kind: 'last-prompt',
  about: 'The prompt sent last: a hint which branch is the current one.',
  seen: '2.1.77 and later; 116 recorded files',
  isChained: false,
  fields: {
    lastPrompt: ['string', 'Its text, shortened.'],
    leafUuid: ['string', 'The active leaf. Since 2.1.145; all zeros after a rewind.'],
    explicit: ['boolean', 'A person went back in the conversation. Since 2.1.327.'],
  },
})
