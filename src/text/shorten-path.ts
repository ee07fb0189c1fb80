import { sanitizeLine } from './sanitize.ts'

/** A path as a person writes it: the home folder is `~`. Safe for a terminal and a page. */
export function shortenPath({ home }: { readonly home: string }, path: string): string {
  const isInHome = path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)
  return sanitizeLine(isInHome && home !== '/' && home !== '' ? `~${path.slice(home.length)}` : path)
}
