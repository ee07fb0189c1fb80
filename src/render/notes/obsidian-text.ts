/**
 * render/notes draws notes for an Obsidian vault. What transcripts say is hostile there in more ways than in other
 * Markdown: it must make no link, embed, tag, comment, field, query, template or block id, and no mark of ours.
 */
import { clip } from '../../text/clip.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { plain } from '../markdown/plain.ts'

/** One line that means nothing to Obsidian and its common plugins but its words. */
export function noteText(text: string): string {
  const line = plain(text)
  if (!/[<%=:#$^]/.test(line)) return line
  return line.replace(/\S+/g, hideInRun).replace(/(^|\s)\^(?=[\w-]+$)/, '$1\\^')
}

/** `plain` has written every backslash of the text twice, so one before a sign is its own. */
function hideInRun(run: string): string {
  const hide = /:\/\/|www\./i.test(run) ? byNumber : withBackslash
  return (
    run
      .replace(/\\([\s\S])|</g, (found, escaped?: string) => (found === '<' || escaped === '<' ? '&lt;' : found))
      // The second of two: with a backslash before the first both would still stand side by side.
      .replace(/(?<=([%=:]))\1/g, hide)
      .replace(/\$/g, hide)
      .replace(/\\[\s\S]|&#?\w+;|(?<![\p{L}\p{N}/])#(?=\S)/gu, found => (found === '#' ? hide(found) : found))
      .replace(/([a-z][a-z0-9+.-]*:)\/(?=\/)/gi, (found, scheme) =>
        /^https?:$/i.test(scheme) ? found : `${scheme}&#47;`,
      )
  )
}

function withBackslash(sign: string): string {
  return `\\${sign}`
}

function byNumber(sign: string): string {
  return `&#${sign.charCodeAt(0)};`
}

/** A link to a note by the name of its file, which is ours; the words of it are not. */
export function wikiLink(name: string, words: string): string {
  const safe = clip(sanitizeLine(words), MAX_LINK)
    .replace(/[[\]|\\<>`$]|%(?=%)|(?<=%)%/g, sign => LOOKALIKES.get(sign) ?? ' ')
    .replace(/:(?=:)/g, ': ')
    // The number of an issue is no tag, nor is what stands behind a letter.
    .replace(/(?<![\p{L}\p{N}])#(?!\d+(?![\p{L}\p{N}\p{M}_/-]))/gu, ' ')
  const shown = safe.replace(/\s+/g, ' ').trim()
  return shown === '' ? `[[${name}]]` : `[[${name}|${shown}]]`
}

const MAX_LINK = 90

const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ['[', '('],
  [']', ')'],
  ['|', '/'],
  ['\\', '/'],
  ['<', '‹'],
  ['>', '›'],
  ['`', "'"],
  ['%', '٪'],
  ['$', '＄'],
])

/** A value of front matter: shown as it is by Obsidian, which makes links of `[[…]]` there too. */
export function propertyText(text: string): string {
  return sanitizeLine(text).replace(/\[(?=\[)|\](?=\])|%(?=[%>])|<(?=%)/g, '$& ')
}

/** Letters of any script, digits, `-`, `_` and `/`; undefined where nothing is left that Obsidian takes for a tag. */
export function tagText(text: string): string | undefined {
  const tag = sanitizeLine(text)
    .normalize('NFC')
    .replace(/^#+/, '')
    .replace(/[^\p{L}\p{N}\p{M}_/-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\/[-/]+|-+\//g, '/')
    .replace(/^[-/]+|[-/]+$/g, '')
  return /[^\d/_-]/.test(tag) ? tag : undefined
}
