import { defineKind } from './define.ts'

export const aiTitle = defineKind({
  kind: 'ai-title',
  about: 'A generated title, rewritten as the session goes on; the last one counts.',
  seen: '2.1.121 and later; 9 recorded files',
  isChained: false,
  fields: {
    aiTitle: ['string', 'The title.'],
  },
})
