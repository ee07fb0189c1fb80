import { beforeAll, describe, expect, test } from 'vitest'
import { LEVELS, type Level } from '../../src/render/level.ts'
import { renderTerminal } from '../../src/render/terminal/render-terminal.ts'
import { colorStyle, plainStyle, type Style } from '../../src/render/terminal/style.ts'
import { type LoadedSession, loadSession } from '../../src/source/load-session.ts'
import { runShell } from '../cli-runner.ts'
import { listSources, viewOf } from '../draw-session.ts'
import { ESCAPES, ODD } from './payloads.ts'
import { isClosed, listObeyed } from './terminal-bytes.ts'
import { makeHostileHome, SESSIONS } from './world.ts'

let home = ''
beforeAll(() => {
  home = makeHostileHome([...ESCAPES, ...ODD])
})

function checkText(text: string, isColored: boolean, about: string): void {
  expect(listObeyed(text, isColored).slice(0, 5), about).toEqual([])
}

describe('the check itself', () => {
  test('sees what a terminal would obey', () => {
    for (const bad of [
      '\x1b[2J',
      '\x1b]0;t\x07',
      '\x9b31m',
      'a\rb',
      '\u202e',
      '\ud800',
      '\x1b[31',
      '\x1b[8m',
      '\x1b[?25l',
    ])
      expect(listObeyed(bad, true), JSON.stringify(bad)).not.toEqual([])
    expect(listObeyed('\x1b[1;36mours\x1b[22;39m \x1b[38;5;200mours\x1b[0m', true)).toEqual([])
    expect(listObeyed('\x1b[31mours\x1b[39m', false)).not.toEqual([])
  })
  test('sees a colour that runs on', () => {
    expect(isClosed('\x1b[1mbold\x1b[22m \x1b[38;2;1;2;3mprinted\x1b[0m')).toBe(true)
    expect(isClosed('\x1b[31mred')).toBe(false)
    expect(isClosed('\x1b[1;36mheading\x1b[39m')).toBe(false)
  })
})

describe('nothing of a hostile transcript reaches the terminal', () => {
  test('at any level, with and without colours, wide and narrow', { timeout: 120_000 }, () => {
    for (const source of listSources(`${home}/.claude/projects`)) {
      const loaded = loadSession(source)
      const isFixture = source.folder.endsWith('-fixtures')
      for (const level of isFixture ? (['tools'] as const) : LEVELS)
        checkDrawn(loaded, { level, style: colorStyle, width: 100 })
      checkDrawn(loaded, { level: 'all', style: plainStyle, width: 100 })
      checkDrawn(loaded, { level: 'all', style: colorStyle, width: isFixture ? 100 : 24 })
    }
  })

  function checkDrawn(
    loaded: LoadedSession,
    { level, style, width }: { level: Level; style: Style; width: number },
  ): void {
    const lines = [...renderTerminal(viewOf(loaded, level), { width, style })]
    const about = `${loaded.source.name} ${level} ${width}`
    checkText(lines.join('\n'), style === colorStyle, about)
    const isRunningOn = (line: string): boolean => line.includes('\x1b') && !isClosed(line)
    expect(
      lines
        .flatMap(line => line.split('\n'))
        .filter(isRunningOn)
        .slice(0, 3),
      about,
    ).toEqual([])
  }
})

describe('nor through a command', () => {
  const { kinds, kindsInLine, texts, damage, agents } = SESSIONS
  const COMMANDS: readonly string[] = [
    'ls --all',
    'search press',
    `show ${kinds} --level all`,
    `show ${kinds} --level prompts`,
    `show ${kindsInLine} --level tools`,
    `show ${texts} --level answers`,
    `show ${damage} --level all`,
    `show ${agents} --level all`,
    `export ${kinds} -f txt --level all -o -`,
    `export ${damage} -f txt --level all -o -`,
    `redact ${kindsInLine} --check`,
  ]

  test.each(COMMANDS)('%s', { timeout: 120_000 }, async command => {
    for (const isColored of [true, false]) {
      const env = isColored ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
      const { code, out, err } = await runShell(`{} ${command}`, { home, env })
      expect([0, 1], err).toContain(code)
      expect(out).not.toBe('')
      checkText(out, isColored && !command.startsWith('export'), 'stdout')
      checkText(err, isColored, 'stderr')
    }
  })
})
