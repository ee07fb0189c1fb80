/** The same lines as a terminal, a program or a protocol writes them: coloured, numbered, cut into lines, encoded. */
import type { Random } from './pieces.ts'

/** Writes lines another way. */
export type Encoding = (lines: string, random: Random) => string

const ESC = '\u001b'

export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'jq -C': lines => paint(lines, `${ESC}[0m${ESC}[34;1m`, `${ESC}[0m${ESC}[1;39m`, `${ESC}[0m${ESC}[0;32m`),
  'grep --color': (lines, random) => mark(lines, random, `${ESC}[01;31m${ESC}[K`, `${ESC}[m${ESC}[K`),
  bat: lines => {
    const rows = lines.split('\n').map((row, at) => {
      const number = `${ESC}[38;5;238m${String(at + 1).padStart(4)}${ESC}[0m   ${ESC}[38;5;238m│${ESC}[0m `
      return number + paint(row, `${ESC}[38;2;249;38;114m`, `${ESC}[38;2;248;248;242m`, `${ESC}[38;2;230;219;116m`)
    })
    const edge = `${ESC}[38;5;238m───────`
    return [`${edge}┬────${ESC}[0m`, ...rows, `${edge}┴────${ESC}[0m`].join('\n')
  },
  'git diff --color': lines =>
    `${ESC}[36m@@ -0,0 +1,${lines.split('\n').length} @@${ESC}[m\n${lines.replace(/^(.*)$/gm, `${ESC}[32m+${ESC}[m${ESC}[32m$1${ESC}[m`)}`,
  link: (lines, random) =>
    mark(lines, random, `${ESC}]8;;https://docs.acme-internal.net/x${ESC}\\`, `${ESC}]8;;${ESC}\\`),
  'written escapes': lines => JSON.stringify({ log: paint(lines, `${ESC}[1m`, `${ESC}[0m`, `${ESC}[33m`) }),
  'wrapped at 60': (lines, random) => foldAll(lead(lines, random), 60),
  'wrapped at 76': (lines, random) => foldAll(lead(lines, random), 76),
  'wrapped at 47, many lines': (lines, random) => foldAll(`${words(random, 40)} ${lines} ${words(random, 30)}`, 47),
  'percent encoded': lines => `GET /login?next=${encodeURIComponent(lines)}&page=2`,
  'percent encoded twice': lines => `GET /login?next=${encodeURIComponent(encodeURIComponent(lines))}`,
  'form encoded': lines => `body: q=${encodeURIComponent(lines).replaceAll('%20', '+')}&page=2`,
  hex: lines => `select decode('${Buffer.from(lines).toString('hex')}', 'hex')`,
  'hex with 0x': lines => `data = 0x${Buffer.from(lines).toString('hex').toUpperCase()};`,
  'bytes in hex': lines => `s = "${Buffer.from(lines).toString('hex').replace(/../g, '\\x$&')}"`,
  'letters by number': lines =>
    `{"v":"${[...lines].map(char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
  'signs by number': lines =>
    JSON.stringify({ v: lines }).replace(/[<>&'=+:_-]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`),
  'zero-width characters': (lines, random) =>
    [...lines]
      .map(char => (random.chance(0.2) ? char + random.pick(['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060']) : char))
      .join(''),
  'cat -n': lines => numbered(lines, (row, at) => `${String(at).padStart(6)}\t${row}`),
  'numbers and colons': lines => numbered(lines, (row, at) => `${at}: ${row}`),
  'numbered hunk': lines => numbered(hunk(lines), (row, at) => `${String(at).padStart(6)}→${row}`),
  'one added line': lines => lines.replace(/^/gm, '+'),
  'one removed line': lines => lines.replace(/^/gm, '-'),
  'base64 of JSON': lines => base64(JSON.stringify({ env: lines })),
  'base64 in lines of 60': lines => foldAll(base64(`LANG=C\n${lines}\nSHLVL=1\n`), 60),
  'base64 for URLs': lines => Buffer.from(`LANG=C\n${lines}\n`).toString('base64url'),
  'base64 of percent': lines => base64(`next=${encodeURIComponent(lines)}`),
  'percent of base64': lines => `state=${encodeURIComponent(base64(`a\n${lines}\n`))}`,
  'percent of JSON in JSON': lines => encodeURIComponent(JSON.stringify({ body: JSON.stringify({ lines }) })),
  'hex of base64': lines => Buffer.from(base64(`a\n${lines}`)).toString('hex'),
  xxd: lines => dump(Buffer.from(lines)),
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function hunk(lines: string): string {
  return `@@ -0,0 +1,${lines.split('\n').length} @@\n${lines.replace(/^/gm, '+')}`
}

function numbered(lines: string, write: (row: string, at: number) => string): string {
  return `PORT=1\n${lines}\nHOST=a`
    .split('\n')
    .map((row, at) => write(row, at + 1))
    .join('\n')
}

/** Every name, sign and value in a colour of its own. */
function paint(lines: string, name: string, sign: string, value: string): string {
  return lines.replace(/("?[\w.-]+"?)([\s]*[:=]+[\s]*)?/g, (_, word: string, is: string | undefined) =>
    is === undefined ? `${value}${word}${ESC}[0m` : `${name}${word}${sign}${is}`,
  )
}

/** One part of each line, wherever it begins and ends. */
function mark(lines: string, random: Random, before: string, after: string): string {
  return lines
    .split('\n')
    .map(row => {
      const from = random.below(Math.max(1, row.length - 3))
      const to = Math.min(row.length, from + 2 + random.below(12))
      return row.slice(0, from) + before + row.slice(from, to) + after + row.slice(to)
    })
    .join('\n')
}

/** Before the first line, so that it is cut anywhere. */
function lead(lines: string, random: Random): string {
  return `$ ${words(random, 3 + random.below(12))}: ${lines}`
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () =>
    random.pick(['ran', 'the', 'step', 'again', 'with', 'host', 'and', 'wrote', 'it']),
  ).join(' ')
}

function foldAll(lines: string, width: number): string {
  return lines.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\n')
}

function dump(bytes: Buffer): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.subarray(at, at + 16)
    const digits = part.toString('hex').replace(/(.{4})(?=.)/g, '$1 ')
    const letters = part.toString('latin1').replace(/[^\x20-\x7e]/g, '.')
    rows.push(`${at.toString(16).padStart(8, '0')}: ${digits.padEnd(39)}  ${letters}`)
  }
  return rows.join('\n')
}
