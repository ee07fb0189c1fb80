import { type Shape, shapeOf } from './shape.ts'
import { range } from './talk-shapes.ts'

/** Long texts, and many of what the redaction looks for in them. */
export const TEXT_SHAPES: readonly Shape[] = [
  shapeOf('bytes of one word', 1_000_000, (lines, count) => {
    lines.prompt('pear'.repeat(count / 4))
  }),
  shapeOf('bytes of one line', 1_000_000, (lines, count) => {
    lines.says('The pear is ripe and '.repeat(count / 21))
  }),
  shapeOf('lines of one text', 50_000, (lines, count) => {
    lines.says(range(count, at => `Pear ${at} is ripe.`).join('\n'))
  }),
  shapeOf('lines of one output', 50_000, (lines, count) => {
    lines.prompt('Go on')
    lines.call('t', 'Bash', { command: 'pears' }, { text: range(count, at => `pear ${at}`).join('\n') })
  }),
  shapeOf('markdown marks', 100_000, (lines, count) => {
    lines.says('*_`[~'.repeat(count / 5))
  }),
  shapeOf('nested quotes and lists', 2000, (lines, count) => {
    lines.says(`${'> '.repeat(count)}pear\n\n${range(count, at => `${' '.repeat(at % 200)}- pear`).join('\n')}`)
  }),
  shapeOf('open brackets', 50_000, (lines, count) => {
    lines.says(`${'['.repeat(count)}pear${'<'.repeat(count)}`)
  }),
  shapeOf('keys of one object', 20_000, (lines, count) => {
    lines.prompt('Go on')
    const input = Object.fromEntries(range(count, at => [`pear${at}`, at]))
    lines.call('t', 'mcp__grove__plant', input, { text: 'planted' })
  }),
  shapeOf('unknown keys of a line', 20_000, (lines, count) => {
    lines.prompt('Go on', Object.fromEntries(range(count, at => [`pear${at}`, at])))
  }),
  shapeOf('kinds of lines nobody knows', 8000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.note({ type: `pear-${at}`, [`key${at}`]: at })
  }),
  shapeOf('home folders', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at += 10) {
      lines.says(range(10, n => `/home/grower${at + n}/work/pear.ts`).join(' '))
    }
  }),
  shapeOf('home folders in one text', 4000, (lines, count) => {
    lines.says(range(count, at => `/home/grower${at}/work/pear.ts`).join(' '))
  }),
  shapeOf('beginnings of home folders', 50_000, (lines, count) => {
    lines.says('/home/'.repeat(count))
  }),
  shapeOf('beginnings of home folders, escaped', 50_000, (lines, count) => {
    lines.says('\\\\Users\\\\'.repeat(count))
  }),
  shapeOf('backslashes', 200_000, (lines, count) => {
    lines.says(`${'\\'.repeat(count)}home\\x`)
  }),
  shapeOf('secrets', 2000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.says(`The token is ${['ghp', letters(at, 36)].join('_')} here.`)
  }),
  shapeOf('passwords', 2000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.says(`DB_PASSWORD=${letters(at, 18)}`)
  }),
  shapeOf('e-mail addresses', 2000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.says(`Ask grower.${letters(at, 6)}@grove-mail.net`)
  }),
  shapeOf('hosts and users', 2000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) {
      const text = `grower${at}@grovehost${at}:~/pears$ ls /home/grower${at}/pears`
      lines.call(`t${at}`, 'Bash', { command: 'ssh' }, { text })
    }
  }),
  shapeOf('ids', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.says(`id ${letters(at, 8)}-0000-4000-8000-${letters(at, 12)}`)
  }),
  shapeOf('base64 in one text', 400_000, (lines, count) => {
    lines.says(Buffer.from(range(count / 8, at => `pear${at % 1000}`).join(' ')).toString('base64'))
  }),
  shapeOf('colours', 50_000, (lines, count) => {
    lines.prompt('Go on')
    const text = range(count, at => `\u001b[${31 + (at % 6)}mpear\u001b[0m`).join('')
    lines.call('t', 'Bash', { command: 'pears' }, { text })
  }),
  shapeOf('lines that are no JSON', 8000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.lines.push(`{"type":"user","pear":${at}`)
  }),
  shapeOf('objects glued on one line', 4000, (lines, count) => {
    lines.prompt('Go on')
    lines.lines.push(range(count, at => JSON.stringify({ type: 'tag', tag: `p${at}` })).join(''))
  }),
  shapeOf('open braces of a line that is no JSON', 100_000, (lines, count) => {
    lines.prompt('Go on')
    lines.lines.push('{"a":'.repeat(count / 5))
  }),
]

function letters(seed: number, length: number): string {
  let state = (seed + 1) * 2654435761
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'[(state >>> 8) % 56]
  }).join('')
}
