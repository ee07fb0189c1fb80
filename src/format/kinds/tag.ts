import { defineKind } from './define.ts'

export const tag = defineKind({
  kind: 'tag',
  about: 'A tag put on the session.',
  seen: 'Known from other readers of the format',
  isChained: false,
  fields: {
    tag: ['string', 'The tag; empty when it was taken off.'],
  },
})
