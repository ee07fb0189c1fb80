import { defineKind } from './define.ts'

export const contentReplacement = defineKind({
  kind: 'content-replacement',
  about:
    'Tool results that the model sees shortened, so that a resume or fork sends the same text again. The original line stays as it is.',
  seen: '2.1.219; measured by another project, in no recorded file',
  isChained: false,
  fields: {
    replacements: ['array', '`{kind, toolUseId, replacement}` for each shortened tool result.'],
  },
})
