import { defineKind } from './define.ts'

export const fileHistoryDelta = defineKind({
  kind: 'file-history-delta',
  about: 'One backup made between two snapshots.',
  seen: 'Known from other readers of the format',
  isChained: false,
  fields: {
    messageId: ['string', 'The entry that changed the file.'],
    snapshotMessageId: ['string', 'The snapshot it adds to.'],
    trackingPath: ['string', 'The file.'],
    backup: ['object', '`{backupFileName, version, backupTime, realParentDir?}`.'],
  },
})
