import { sanitizeLine } from '../../text/sanitize.ts'
import type { App } from './app.ts'

/** A path as a person writes it: the home folder is `~`. Safe for the terminal. */
export function shortenPath(app: Pick<App, 'home'>, path: string): string {
  const isInHome = path === app.home || path.startsWith(`${app.home}/`) || path.startsWith(`${app.home}\\`)
  return sanitizeLine(isInHome && app.home !== '/' ? `~${path.slice(app.home.length)}` : path)
}
