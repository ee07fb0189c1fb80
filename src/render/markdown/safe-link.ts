/**
 * An address that may stand in a link: http, https, mailto, or relative. Readers decode entities and escapes before they
 * look for a scheme, so a relative one must show its first slash before anything that could be decoded to a colon.
 */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s\x00-\x1f]/i.test(address) || /^(?![/\\]{2})[\w.~@%+ -]*(?:[/?#]|$)/.test(address)
}

/** Without anything that would end the link or begin something else. */
export function encodeAddress(address: string): string {
  return address.replace(/[\s()<>\\`|"^{}[\]*_]/g, char => (KEPT.has(char) ? char : percent(char)))
}

const KEPT: ReadonlySet<string> = new Set(['_'])

function percent(char: string): string {
  return char === '*' ? '%2A' : encodeURIComponent(char).replace(/[()]/g, found => (found === '(' ? '%28' : '%29'))
}
