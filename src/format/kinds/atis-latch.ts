import { defineKind } from './define.ts'

export const atisLatch = defineKind({
  kind: 'atis-latch',
  about: 'A client switch; its meaning is not known.',
  seen: '2.1.258 and later; 52 recorded files of 2.1.327',
  isChained: false,
  fields: {
    atis: ['any', 'Empty in every recorded file.'],
  },
})
