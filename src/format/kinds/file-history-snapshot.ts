import { defineKind } from './define.ts'

export const fileHistorySnapshot = defineKind({
  kind: 'file-history-snapshot',
  about: 'Which backups of changed files belong to a prompt. The contents are in `file-history/`, not here.',
  seen: '549 recorded files',
  isChained: false,
  fields: {
    messageId: ['string', 'The prompt; on an update, a later entry.'],
    snapshot: [
      'object',
      '`{messageId, trackedFileBackups, timestamp}`. The map goes from a path to `{backupFileName, version, backupTime}`; a null name means that the file did not exist.',
    ],
    isSnapshotUpdate: ['boolean', 'True when it replaces the snapshot of `snapshot.messageId`.'],
  },
})
