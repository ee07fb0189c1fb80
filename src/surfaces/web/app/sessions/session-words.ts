import type { ListedSession } from '../../../../query/home/listed-session.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { hrefTo } from '../router.ts'

export function sessionHref({ name }: Pick<ListedSession, 'name'>): string {
  return hrefTo(`/session/${encodeURIComponent(name)}`)
}

export function titleOf({ title }: Pick<ListedSession, 'title'>): string {
  const text = sanitizeLine(title).trim()
  return shownTitle(text)
}

/** `3 files: a.ts, b.ts, c.ts`, with `…` where there are more; empty where none was changed. */
export function filesText({ filesChanged: { count, names } }: Pick<ListedSession, 'filesChanged'>): string {
  if (count === 0) return ''
  const more = count > names.length ? ' …' : ''
  return `${formatNumberOf(count, 'file')}: ${sanitizeLine(names.join(', '))}${more}`
}

export function turnsText({ turns, otherTurns }: Pick<ListedSession, 'turns' | 'otherTurns'>): string {
  const own = `${formatInteger(turns)} ${turns === 1 ? 'turn' : 'turns'}`
  return otherTurns > 0 ? `${own}, ${formatInteger(otherTurns)} other` : own
}

/** The last thing that happened in it. */
export function lastAtOf(session: Pick<ListedSession, 'endedAt' | 'changedAt'>): string | undefined {
  return session.endedAt ?? session.changedAt
}

/** Nothing where nothing was spent, which is not the same as having no price. */
export function costOf({
  costUsd,
  ownTokens,
}: Pick<ListedSession, 'costUsd' | 'ownTokens'>): number | null | undefined {
  return ownTokens === 0 && (costUsd ?? 0) === 0 ? undefined : costUsd
}
