import type { Migration } from './migrate.ts'

/**
 * Steps from one schema version to the next. Version 1 is the first; a change of the tables adds a step here, with `up`
 * where the rows can stay and 'rebuild' where they must be derived again. A change without a step is a rebuild too.
 */
export const MIGRATIONS: readonly Migration[] = []
