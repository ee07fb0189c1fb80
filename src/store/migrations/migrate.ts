import type { Store } from '../store.ts'

/** One step from the schema version before to `to`. */
export interface Migration {
  readonly to: number
  /** What changes for whoever asks the index; for docs and progress. */
  readonly why: string
  /** Changes the tables and keeps the rows. `rebuild`: the rows must be derived again from the archive. */
  readonly up: 'rebuild' | ((store: Store) => void)
}

export function latestVersion(migrations: readonly Migration[]): number {
  return migrations.reduce((latest, { to }) => Math.max(latest, to), 1)
}

/**
 * Brings an older index up to date, all steps in one transaction: it is migrated or as it was, never between. One step
 * that needs a rebuild makes the others pointless, so then nothing is done.
 */
export function migrate(
  store: Store,
  plan: { readonly from: number; readonly migrations: readonly Migration[]; readonly mark: string },
): 'migrated' | 'must-rebuild' {
  const steps = plan.migrations.filter(({ to }) => to > plan.from).sort((a, b) => a.to - b.to)
  if (steps.length === 0 || steps.some(({ up }) => up === 'rebuild')) return 'must-rebuild'
  store.transaction(() => {
    for (const { up } of steps) if (up !== 'rebuild') up(store)
    store.meta.set('schema', plan.mark)
    store.exec(`PRAGMA user_version = ${latestVersion(plan.migrations)}`)
  })
  return 'migrated'
}
