/** Lines that came and went: `+8`, `−2`, `+1 −1`; nothing where none did. */
export function formatChangedLines({ added, removed }: { readonly added: number; readonly removed: number }): string {
  if (added === 0 && removed === 0) return ''
  return removed === 0 ? `+${added}` : added === 0 ? `−${removed}` : `+${added} −${removed}`
}
