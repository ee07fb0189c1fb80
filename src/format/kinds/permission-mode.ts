import { defineKind } from './define.ts'

export const permissionMode = defineKind({
  kind: 'permission-mode',
  about: 'The permission mode from here on, repeated often.',
  seen: '25 recorded files',
  isChained: false,
  fields: {
    permissionMode: ['string', '`default`, `acceptEdits`, `bypassPermissions`, `plan`, `dontAsk`, `auto`.'],
  },
})
