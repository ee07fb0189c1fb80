import { defineKind } from './define.ts'

export const bridgeSession = defineKind({
  kind: 'bridge-session',
  about: 'The session is under remote control. The owner ids are private: leave them out of exports.',
  seen: '2.1.156 and later; shapes of real sessions',
  isChained: false,
  fields: {
    bridgeSessionId: ['string', 'Id of the remote session.'],
    lastSequenceNum: ['number', 'Last message passed on.'],
    ownerAccountUuid: ['string', 'Account of the owner. Private.'],
    ownerOrganizationUuid: ['string', 'Organisation of the owner. Private.'],
  },
})
