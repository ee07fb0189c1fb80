/** What the API answers about one session; its types are the server's own. */
export type { PlaceAnswer } from '../../../routes/session-entry.ts'
export type { CountsAnswer, FilterAnswer, FindAnswer } from '../../../routes/session-find.ts'
export type { OpenSession } from '../../../routes/session-open.ts'
export type { RawAnswer, RawLine } from '../../../routes/session-raw.ts'
export type { RowAnswer } from '../../../routes/session-row.ts'
export type { RowsAnswer } from '../../../routes/session-rows.ts'
