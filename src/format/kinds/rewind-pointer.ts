import { defineKind } from './define.ts'

export const rewindPointer = defineKind({
  kind: 'rewind-pointer',
  about: 'Names the entry a rewind went back to. Not verified.',
  seen: '2.1.191 and later; known from one other reader of the format',
  isChained: false,
  fields: {
    rewindToUuid: ['string', 'The entry that became the leaf.'],
  },
})
