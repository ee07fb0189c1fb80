/** Reads a note of ours as strictly as anybody could, to find out whether hostile text can break out of its place. */

export interface ReadNote {
  readonly front: { readonly [key: string]: string | number | boolean | readonly string[] }
  readonly content: string
}

const BEGIN = '%% backscroll:begin %%'
const END = '%% backscroll:end %%'

/** Throws where it is no note that holds our parts and nothing else. */
export function readNote(text: string): ReadNote {
  const lines = text.split('\n')
  if (lines[0] !== '---') throw new Error('no front matter')
  const close = lines.indexOf('---', 1)
  if (close < 0) throw new Error('front matter without end')
  const [empty, begin, ...rest] = lines.slice(close + 1)
  if (empty !== '' || begin !== BEGIN) throw new Error('no first mark behind the front matter')
  if (rest.at(-1) !== '' || rest.at(-2) !== END) throw new Error('no second mark at the end')
  return { front: readFront(lines.slice(1, close)), content: rest.slice(0, -2).join('\n') }
}

/** The part of YAML that we write. */
function readFront(lines: readonly string[]): ReadNote['front'] {
  const front: { [key: string]: string | number | boolean | string[] } = {}
  let list: string[] | undefined
  for (const line of lines) {
    const item = /^ {2}- (.*)$/.exec(line)
    if (item) {
      if (!list) throw new Error(`an item of no list: ${line}`)
      list.push(readText(item[1] as string))
      continue
    }
    const found = /^([a-z_]+):(?: (.*))?$/.exec(line)
    if (!found) throw new Error(`no property: ${line}`)
    const [, key, value] = found as unknown as [string, string, string | undefined]
    if (Object.hasOwn(front, key)) throw new Error(`twice: ${key}`)
    list = value === undefined ? [] : undefined
    front[key] = list ?? readScalar(value as string)
  }
  return front
}

function readScalar(text: string): string | number | boolean {
  if (/^\d+(?:\.\d+)?(?:e-\d+)?$/.test(text)) return Number(text)
  if (text === 'true') return true
  return /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text) ? text : readText(text)
}

function readText(text: string): string {
  if (text.startsWith('"')) {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'string') throw new Error(`no text: ${text}`)
    return value
  }
  if (!/^[A-Za-z][A-Za-z0-9_./-]*$/.test(text)) throw new Error(`must be quoted: ${text}`)
  if (/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text)) throw new Error(`is no text: ${text}`)
  return text
}

/** Names of notes that links and embeds lead to. */
export function linksIn(content: string): readonly string[] {
  return [...content.matchAll(/\[\[([^\]|]+)(?:\|[^\]|[]*)?\]\]/g)].map(found => found[1] as string)
}

/** What Obsidian or a common plugin would act on, beside our own links and lines. Empty where the text is only words. */
export function findActive(content: string): readonly string[] {
  const withoutLinks = content.replace(/!?\[\[[^\]|[\\]+(?:\|[^\]|[\\]*)?\]\]/g, '').replace(/\(`[\w:,…# -]+`\)/g, '')
  // What stands behind a backslash is a sign and no more.
  const plain = withoutLinks.replace(/\\[!-/:-@[-`{-~]/g, '·')
  // Some plugins look at the text as it is written, backslashes or not.
  const raw = [/%%/, /</, /::/, /==/, /\[\[/].filter(sign => sign.test(withoutLinks))
  const signs = [
    /`/,
    /\$/,
    /(?:^|\s)#[^\s#]/m,
    /(?:^|\s)\^[\w-]+$/m,
    /^\s*(?:```|~~~)/m,
    /^\s*>/m,
    /\b(?!https?:)[a-z][a-z0-9+.-]*:\/\//i,
    /!?\[/,
  ].filter(sign => sign.test(plain))
  return [...raw, ...signs].map(String)
}
