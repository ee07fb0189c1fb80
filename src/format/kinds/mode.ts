import { defineKind } from './define.ts'

export const modeKind = defineKind({
  kind: 'mode',
  about: 'The input mode, repeated often.',
  seen: '3 recorded files',
  isChained: false,
  fields: {
    mode: ['string', 'One in every recorded file.', ['normal']],
  },
})
