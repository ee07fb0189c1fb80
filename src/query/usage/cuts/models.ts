import type { UsageCut } from './cut.ts'

export const models: UsageCut = {
  name: 'models',
  aliases: ['model'],
  summary: 'By model',
  title: 'MODEL',
  isByTime: false,
  needsIndex: false,
  needsRequests: false,
  none: '(no name)',
  open: () => ({
    keyOf: ({ model }) => model,
    describe: key => ({ label: key, about: {} }),
  }),
}
