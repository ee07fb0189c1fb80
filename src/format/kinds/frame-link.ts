import { defineKind } from './define.ts'

export const frameLink = defineKind({
  kind: 'frame-link',
  about: 'An artifact of the session was published.',
  seen: 'Shapes of real sessions up to 2.1.220',
  isChained: false,
  fields: {
    path: ['string', 'The local file.'],
    frameUrl: ['string', 'Where it was published.'],
    title: ['string', 'Its title.'],
  },
})
