import { defineTable, int, text } from '../define-table.ts'

/** What the index knows about itself. */

export const meta = defineTable({
  name: 'meta',
  says: 'Facts about the index itself.',
  columns: { key: text('which fact'), value: text('its value') },
  key: ['key'],
})

export const unsettled = defineTable({
  name: 'unsettled',
  says: 'Requests that changed and have not been compared with those of other sessions yet. Filled by triggers, empty between syncs.',
  columns: { key: text('key of the request'), session: int('session it changed in') },
  key: ['key', 'session'],
})
