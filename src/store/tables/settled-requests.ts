/** Requests that other sessions hold too. Queries use the same words as the indexes: only then SQLite takes these. */
export const SETTLED = 'is_counted = 0 OR counted_session IS NOT NULL'
