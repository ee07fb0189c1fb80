import { defineKind } from './define.ts'

export const apiRequestShape = defineKind({
  kind: 'api-request-shape',
  about: 'System text and tools of requests; written again only where they changed.',
  seen: '2.1.327; 100 recorded files',
  isChained: false,
  fields: {
    shapeHash: ['string', 'Hash of `shape`.'],
    shape: ['object', '`{system: [blocks], tools: [definitions]}`, without cache marks.'],
  },
})
