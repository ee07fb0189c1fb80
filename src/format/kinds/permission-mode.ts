import { defineKind } from './define.ts'
import { PERMISSION_MODES } from './known-words.ts'

export const permissionMode = defineKind({
  kind: 'permission-mode',
  about: 'The permission mode from here on, repeated often.',
  seen: '25 recorded files',
  isChained: false,
  fields: {
    permissionMode: ['string', 'The mode.', PERMISSION_MODES],
  },
})
