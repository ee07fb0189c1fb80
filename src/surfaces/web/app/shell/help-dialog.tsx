import { Dialog } from '../components/dialog.tsx'
import { type KeyGroup, type KeyRow, keyGroups } from '../keys.ts'
import { useShared } from '../shared-value.ts'

/** Every key that does something here, by group; those of the view first. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const groups = listKeys(useShared(keyGroups))
  return (
    <Dialog title="Keys" onClose={onClose} class="help-dialog">
      {[...groups].map(([group, rows]) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl class="help">
            {rows.map(row => (
              <div class="help-row" key={row.says}>
                <dt>
                  {row.keys.map(key => (
                    <kbd key={key}>{SIGNS[key] ?? key}</kbd>
                  ))}
                </dt>
                <dd>{row.says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

const SIGNS: { readonly [key: string]: string } = { ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' }

/** A key that a view uses for itself does nothing else meanwhile. */
function listKeys(all: readonly KeyGroup[]): ReadonlyMap<string, readonly Pick<KeyRow, 'keys' | 'says'>[]> {
  const groups = new Map<string, Pick<KeyRow, 'keys' | 'says'>[]>()
  const taken = new Set<string>()
  for (const { group, rows } of all.toReversed()) {
    const free = rows()
      .map(({ keys, says }) => ({ keys: keys.filter(key => !taken.has(key)), says }))
      .filter(({ keys }) => keys.length > 0)
    for (const { keys } of free) for (const key of keys) taken.add(key)
    groups.set(group, [...(groups.get(group) ?? []), ...free])
  }
  return groups
}
