/** What of a text a terminal would obey, other than the colours we write ourselves. */
export function listObeyed(text: string, isColored: boolean): readonly string[] {
  const rest = isColored ? text.replace(SGR, (found, codes: string) => (isOurs(codes) ? '' : found)) : text
  const found = [...rest.matchAll(OBEYED)].map(match => JSON.stringify(rest.slice(match.index, match.index + 12)))
  return rest.isWellFormed() ? found : [...found, 'half a surrogate pair']
}

/** All colours that a line opens are closed at its end. */
export function isClosed(line: string): boolean {
  const open = new Set<string>()
  for (const [, codes = ''] of line.matchAll(SGR)) for (const code of splitCodes(codes)) follow(open, code)
  return open.size === 0
}

const SGR = /\x1b\[([0-9;]*)m/g
// Every control character but newline, C1, and the bidi embeddings, overrides and isolates.
const OBEYED = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g

const OPENING = /^(?:[123479]|1;36|3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})$/
const CLOSING = /^(?:0|2[23479]|39|49)$/

function isOurs(codes: string): boolean {
  return splitCodes(codes).every(code => OPENING.test(code) || CLOSING.test(code))
}

/** `1;38;5;200` is two codes. */
function splitCodes(codes: string): readonly string[] {
  return codes.match(/[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+|(?<=^|;)(?=;|$)/g) ?? ['']
}

function follow(open: Set<string>, code: string): void {
  if (code === '0') open.clear()
  else if (CLOSING.test(code)) open.delete(CLOSES.get(code) ?? '')
  else open.add(OPENS.find(([pattern]) => pattern.test(code))?.[1] ?? code)
  if (code === '22') open.delete('dim')
}

const OPENS: readonly (readonly [RegExp, string])[] = [
  [/^(?:3[0-7]|9[0-7]|38;.*)$/, 'letters'],
  [/^(?:4[0-7]|10[0-7]|48;.*)$/, 'behind'],
  [/^1$/, 'bold'],
  [/^2$/, 'dim'],
  [/^3$/, 'italic'],
  [/^4$/, 'underline'],
  [/^7$/, 'inverse'],
  [/^9$/, 'strike'],
]
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['22', 'bold'],
  ['23', 'italic'],
  ['24', 'underline'],
  ['27', 'inverse'],
  ['29', 'strike'],
  ['39', 'letters'],
  ['49', 'behind'],
])
