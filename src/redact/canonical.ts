/**
 * One way to write a value, so that the same value is known again: without line wraps, escapes of URLs and of HTML. A
 * value is searched in all of these forms anyway.
 */
export function canonical(written: string): string {
  let value = oneLine(written)
  if (/%[0-9A-Fa-f]{2}/.test(value)) value = decodeUrl(value)
  if (value.includes('&')) value = decodeHtml(value)
  return value
}

/** Without line wraps and without the backslash of a quote that follows. */
export function oneLine(written: string): string {
  const line = written.includes('\n') ? joinLines(written) : written
  let end = line.length
  while (end > 0 && line[end - 1] === '\\') end--
  return line.slice(0, end)
}

const LINE_MARK = /^[ \t]*(?:(?:[│┃|>+]|\d{1,7}→)[ \t]*)*/

function joinLines(value: string): string {
  const lines = value.split('\n')
  const last = lines.length - 1
  return lines
    .map((line, index) => {
      const body = index === 0 ? line : line.replace(LINE_MARK, '')
      return index === last ? body : body.trimEnd()
    })
    .join('')
}

function decodeUrl(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function decodeHtml(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

const MIN_LINE = 32

/** The lines of a value that has several, where each alone gives part of it away: those of a key. */
export function linesOf(written: string): readonly string[] {
  if (!written.includes('\n')) return []
  return written
    .split('\n')
    .map(line => line.replace(LINE_MARK, '').trim())
    .filter(line => line.length >= MIN_LINE && !line.startsWith('-----') && !line.includes(' '))
    .slice(0, 400)
}
