/** How a line with a secret reaches a transcript: plainly, between colour codes, wrapped, numbered, encoded. */
import type { JsonObject, JsonValue } from '../../src/format/json.ts'
import type { Random } from './pieces.ts'
import type { UnseenSample } from './unseen-kind.ts'

export type UnseenClass =
  | 'plain'
  | 'colours'
  | 'wrapped'
  | 'URL'
  | 'base64'
  | 'escapes'
  | 'numbered'
  | 'zero-width'
  | 'nested'
  | 'hex dump'

export interface UnseenPlanting {
  readonly sample: UnseenSample
  readonly value: string
  readonly random: Random
}

export interface UnseenSurrounding {
  readonly name: string
  readonly class: UnseenClass
  /** What stands in the transcript; undefined where such a line cannot stand so. */
  readonly write: (planting: UnseenPlanting) => JsonObject | undefined
}

type Write = (line: string, planting: UnseenPlanting) => string | undefined

const PLAIN: readonly UnseenSurrounding[] = [
  {
    name: 'prompt',
    class: 'plain',
    write: p => prompt(`Please look at this, it does not work:\n\n${lineOf(p)}\n\nWhat is wrong?`),
  },
  { name: 'output', class: 'plain', write: p => result(`checking\n${lineOf(p)}\ndone in 0.4 s`) },
  { name: 'answer', class: 'plain', write: p => answer(`It holds this:\n\n\`\`\`\n${lineOf(p)}\n\`\`\`\n`) },
  {
    name: 'json',
    class: 'plain',
    write: p => result(JSON.stringify({ ok: true, stdout: lineOf(p), code: 0 }, null, 2)),
  },
  {
    name: 'field',
    class: 'plain',
    write: p => field(p, (name, value) => result(JSON.stringify({ region: 'eu', [name]: value, port: 80 }, null, 2))),
  },
  { name: 'diff', class: 'plain', write: p => result(`@@ -1,2 +1,4 @@\n one\n${lineOf(p).replace(/^/gm, '+')}\n two`) },
  {
    name: 'tool input',
    class: 'plain',
    write: p => call('Write', { file_path: '/srv/app/settings', content: `${lineOf(p)}\n` }),
  },
  {
    name: 'command',
    class: 'plain',
    write: p => call('Bash', { command: `cat > settings <<'END'\n${lineOf(p)}\nEND`, description: 'Write it' }),
  },
]

const RESET = '\u001b[0m'
const COLOURED: readonly UnseenSurrounding[] = [
  ...seen('colours', {
    'jq -C': (_, p) =>
      p.sample.field &&
      `\u001b[1;39m{\n  ${RESET}\u001b[34;1m"region"${RESET}\u001b[1;39m:${RESET} \u001b[0;32m"eu"${RESET}\u001b[1;39m,\n  ${RESET}\u001b[34;1m${JSON.stringify(p.sample.field)}${RESET}\u001b[1;39m:${RESET} \u001b[0;32m${JSON.stringify(p.value)}${RESET}\u001b[1;39m\n}${RESET}`,
    'grep of the name': (line, p) => grep(line, nameIn(line, p.value)),
    'grep of the form': (line, p) => grep(line, p.value.slice(0, 4)),
    bat: line =>
      line
        .split('\n')
        .map(
          (row, at) => `\u001b[38;5;246m${String(at + 1).padStart(4)}${RESET} \u001b[38;5;246m│${RESET} ${paint(row)}`,
        )
        .join('\n'),
    'git diff --color': line =>
      `\u001b[36m@@ -1 +1,2 @@\u001b[m\n one\n${line.replace(/^(.*)$/gm, '\u001b[32m+\u001b[m\u001b[32m$1\u001b[m')}`,
    'word diff': (line, p) =>
      line.replace(p.value, () => `\u001b[31m[-changeme-]\u001b[m\u001b[32m{+${p.value}+}\u001b[m`),
    painted: line => line.split('\n').map(paint).join('\n'),
  }),
]

const ENCODED: readonly UnseenSurrounding[] = [
  ...seen('wrapped', {
    'fold at 60': (line, p) => wrapAt60(line, p),
    'fold at 60, in JSON': (line, p) => asJson(wrapAt60(line, p)),
  }),
  ...seen('URL', {
    once: line => `GET https://log.acme-internal.net/add?line=${encodeURIComponent(line)}&level=info`,
    twice: line =>
      `https://app.acme-internal.net/open?to=${encodeURIComponent(`/log?line=${encodeURIComponent(line)}`)}`,
    'next=': (_, p) =>
      p.sample.field &&
      `Location: https://app.acme-internal.net/login?next=${encodeURIComponent(`/cb?access_token=${encodeURIComponent(p.value)}&state=7`)}`,
    'form body': (_, p) =>
      p.sample.field && `grant_type=password&${p.sample.field}=${encodeURIComponent(p.value)}&scope=all`,
  }),
  ...seen('base64', {
    'of the line': line => `payload: ${base64(line)}`,
    'of JSON': (line, p) =>
      base64(JSON.stringify(p.sample.field ? { region: 'eu', [p.sample.field]: p.value } : { line })),
    'in lines of 76': line => inLines(base64(`LANG=C\n${line}\nSHLVL=1\nPWD=/srv/app\nTERM=xterm-256color\n`), 76),
  }),
  ...seen('escapes', {
    'signs as \\u': line => `{"text":"${[...line].map(sign => (/[\w ]/.test(sign) ? sign : unicode(sign))).join('')}"}`,
    'all as \\u': line => `{"text":"${[...line].map(unicode).join('')}"}`,
    'JSON in JSON': line => JSON.stringify({ body: JSON.stringify({ text: line }) }),
    HTML: line => `<pre>${line.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)}</pre>`,
  }),
  ...seen('numbered', {
    Read: line => number(`import os\n${line}\nend`, at => `${String(at).padStart(6)}→`),
    'cat -n': line => number(`import os\n${line}\nend`, at => `${String(at).padStart(6)}\t`),
    'grep -n': line => number(line, at => `conf/app.txt:${at + 6}:`),
  }),
  ...seen('zero-width', {
    'inside the value': (line, p) => line.replace(p.value, () => cut(p.value, '\u200b')),
    'inside the name': (line, p) => line.replace(nameIn(line, p.value), name => cut(name, '\ufeff')),
  }),
  ...seen('nested', {
    'base64 of base64': line => base64(`data=${base64(line)}`),
    'URL of base64': line => `https://app.acme-internal.net/s?state=${encodeURIComponent(base64(line))}`,
    'base64 of a URL': line => base64(`https://app.acme-internal.net/log?line=${encodeURIComponent(line)}`),
    'coloured JSON in a diff': (_line, p) =>
      p.sample.field &&
      `\u001b[32m+\u001b[m\u001b[32m  \u001b[34;1m${JSON.stringify(p.sample.field)}${RESET}: \u001b[0;32m${JSON.stringify(p.value)}${RESET}`,
    'numbered colours': line => number(line.split('\n').map(paint).join('\n'), at => `${String(at).padStart(6)}→`),
  }),
  ...seen('hex dump', {
    'xxd -p': line => inLines(Buffer.from(`${line}\n`).toString('hex'), 60),
    xxd: line => xxd(Buffer.from(`${line}\n`)),
  }),
]

export const UNSEEN_SURROUNDINGS: readonly UnseenSurrounding[] = [...PLAIN, ...COLOURED, ...ENCODED]

/** What a person sees in output, in a prompt or in an answer. */
function seen(kind: UnseenClass, table: { readonly [name: string]: Write }): readonly UnseenSurrounding[] {
  return Object.entries(table).map(([name, write]) => ({
    name: `${kind}: ${name}`,
    class: kind,
    write(planting: UnseenPlanting) {
      const text = write(lineOf(planting), planting)
      if (!text) return undefined
      return planting.random.pick([result, result, prompt])(text)
    },
  }))
}

function lineOf({ sample, value }: UnseenPlanting): string {
  return sample.line(value)
}

function field(
  { sample, value }: UnseenPlanting,
  write: (name: string, value: string) => JsonObject,
): JsonObject | undefined {
  return sample.field === undefined ? undefined : write(sample.field, value)
}

/** A word of the line that is no part of the value, as somebody would search for it. */
function nameIn(line: string, value: string): string {
  return (line.split(value)[0]?.match(/[A-Za-z]{3,}/g) ?? []).at(-1) ?? ''
}

function grep(line: string, match: string): string | undefined {
  if (match === '') return undefined
  const mark = `\u001b[01;31m\u001b[K${match}\u001b[m\u001b[K`
  const start =
    '\u001b[35m\u001b[Kconf/app.txt\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K\u001b[32m\u001b[K7\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K'
  return line.replaceAll(match, () => mark).replace(/^/gm, start)
}

/** Words, numbers, strings and signs in colours of their own. */
function paint(row: string): string {
  return row.replace(/"[^"\n]*"|'[^'\n]*'|[\w.+/~$-]+|[=:,;{}[\]()]/g, (part, at: number) => {
    const colour = /^["']/.test(part)
      ? '38;2;152;195;121'
      : /^[=:,;{}[\]()]/.test(part)
        ? '38;5;203'
        : at === 0
          ? '34'
          : '38;5;231'
    return `\u001b[${colour}m${part}${RESET}`
  })
}

/** Cut at 60 columns, as `fold -w 60` does, so that the value stands across a border where its line may be moved. */
function wrapAt60(line: string, { sample, value }: UnseenPlanting): string | undefined {
  const at = line.indexOf(value)
  const shift = 60 - at - Math.ceil(Math.min(value.length, 60) / 2)
  const before = '2026-11-16T12:00:00Z INFO app.main loaded the settings now: '
  const moved = sample.isFree && shift > 0 ? `${before.slice(0, Math.max(0, shift - 1))} ${line}` : line
  const wrapped = moved.replace(/[^\n]{60}(?=[^\n])/g, '$&\n')
  return wrapped === moved ? undefined : wrapped
}

function asJson(text: string | undefined): string | undefined {
  return text && JSON.stringify({ stdout: text })
}

function inLines(text: string, width: number): string {
  return text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n')
}

function number(text: string, sign: (line: number) => string): string {
  return text
    .split('\n')
    .map((row, at) => `${sign(at + 1)}${row}`)
    .join('\n')
}

function cut(text: string, sign: string): string {
  const half = Math.ceil(text.length / 2)
  return `${text.slice(0, half)}${sign}${text.slice(half)}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function unicode(sign: string): string {
  return [...Array(sign.length).keys()].map(at => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
}

function xxd(bytes: Buffer): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16)
    const pairs = row.toString('hex').replace(/.{4}(?=.)/g, '$& ')
    const text = row.toString('latin1').replace(/[^\x20-\x7e]/g, '.')
    rows.push(`${at.toString(16).padStart(8, '0')}: ${pairs.padEnd(39)}  ${text}`)
  }
  return rows.join('\n')
}

function prompt(text: string): JsonObject {
  return { type: 'user', message: { role: 'user', content: text } }
}

function answer(text: string): JsonObject {
  return message({ type: 'text', text })
}

function call(name: string, input: JsonObject): JsonObject {
  return message({ type: 'tool_use', id: 'toolu_01CallOfTheUnseenSuite0', name, input })
}

function result(text: string): JsonObject {
  const block = { type: 'tool_result', tool_use_id: 'toolu_01CallOfTheUnseenSuite0', content: text }
  return {
    type: 'user',
    message: { role: 'user', content: [block] },
    toolUseResult: { stdout: text, stderr: '', interrupted: false },
  }
}

function message(block: JsonValue): JsonObject {
  return { type: 'assistant', message: { id: 'msg_01AnswerOfTheUnseenSuite', role: 'assistant', content: [block] } }
}
