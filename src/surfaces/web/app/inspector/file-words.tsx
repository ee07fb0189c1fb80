import { formatInteger } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'

/** Below the session's folder without it. */
export function splitPath(path: string, cwd: string | undefined): { readonly folder: string; readonly name: string } {
  const own = cwd !== undefined && cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
  const end = Math.max(own.lastIndexOf('/'), own.lastIndexOf('\\'))
  return {
    folder: sanitizeLine(own.slice(0, Math.max(0, end))),
    name: sanitizeLine(own.slice(end + 1)) || sanitizeLine(own),
  }
}

/** `+12 −3`, without what is none. */
export function Lines({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="lines-changed">
      {added > 0 || removed === 0 ? <span class="is-added">+{formatInteger(added)}</span> : null}
      {removed > 0 ? <span class="is-removed">−{formatInteger(removed)}</span> : null}
    </span>
  )
}
