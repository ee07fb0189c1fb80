import { defineKind } from './define.ts'

export const atisLatch = defineKind({
  kind: 'atis-latch',
  about: 'A client switch; its meaning is not known.',
  seen: '2.1.258; shapes of real sessions',
  isChained: false,
  fields: {
    atis: ['any', 'Its value, a string where seen.'],
  },
})
