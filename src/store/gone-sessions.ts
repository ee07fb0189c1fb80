import type { Store } from './store.ts'

/**
 * Kept sessions that are no longer at the source: their main transcript is missing, or all they have without one. All of
 * them, or those of a list.
 */
export function listGone(store: Store, among?: readonly number[]): ReadonlySet<number> {
  const inside = among ? ' AND files.session IN (SELECT value FROM json_each(?))' : ''
  const rows = store.all(
    `SELECT session FROM (
       SELECT files.session, max(role = 'main') AS has_main, max(role = 'main' AND is_present = 1) AS is_main_present,
         max(coalesce(is_present, 0)) AS is_any_present
       FROM files LEFT JOIN checks ON checks.file = files.file AND checks.path = files.path
       WHERE role IN ('main', 'agent') AND files.session <> 0${inside} GROUP BY files.session)
     WHERE CASE WHEN has_main THEN coalesce(is_main_present, 0) = 0 ELSE is_any_present = 0 END`,
    among ? [JSON.stringify(among)] : [],
  )
  return new Set(rows.map(row => row.session as number))
}
