import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SessionLines, toolResult, toolUse } from '../bench/shapes/session-lines.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeTree, ONE } from './temp-tree.ts'

const DEPTH = 50_000
const LISTS = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`
const OBJECTS = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`
const WHAT_IS_DEEP = [OBJECTS, `{"hooks":${OBJECTS}}`, `{"env":${OBJECTS}}`, `{"cleanupPeriodDays":${LISTS}}`]

describe('settings nested fifty thousand deep', () => {
  test.each(WHAT_IS_DEEP.map((text, at) => [at, text] as const))(
    'of the client: a sentence (%i)',
    async (_at, text) => {
      const home = makeKeepHome()
      const path = join(home.config, 'settings.json')
      writeFileSync(path, text)
      for (const args of [['install', '--yes'], ['statusline', '--install', '--yes'], ['doctor'], ['status'], ['ls']]) {
        const { code, err } = await home.run(args)
        expect(code, args.join(' ')).toBeLessThanOrEqual(2)
        expect(err, args.join(' ')).not.toMatch(/call stack|should not|^ {4}at /m)
        if (args[0] === 'install') expect(err).toContain('settings.json is nested more than 100 levels deep')
      }
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  test.each(
    [OBJECTS, `{"roots":${LISTS}}`, `{"prices":${OBJECTS}}`, `{"recall":${OBJECTS}}`].map((text, at) => [at, text]),
  )('of ours: a sentence (%i)', async (_at, text) => {
    const home = makeKeepHome()
    const { out } = await home.run(['config', 'path'])
    mkdirSync(dirname(out.trim()), { recursive: true })
    writeFileSync(out.trim(), text as string)
    for (const args of [['ls'], ['sync'], ['usage'], ['doctor'], ['config', 'set', 'level', 'all']]) {
      const { code, err } = await home.run(args)
      expect({ args, code }).toEqual({ args, code: 2 })
      expect(err).toContain('is nested more than 100 levels deep')
    }
    expect((await home.run(['hook', 'session-start'])).code).toBe(0)
  })
})

test('a transcript nested fifty thousand deep is kept, shown, exported and told', async () => {
  const lines = new SessionLines()
  const mark = 'DEEP'
  lines.prompt('Hello', { unknown: mark })
  lines.answer([toolUse('t1', 'mcp__grove__plant', { q: mark }), toolUse('t2', 'TodoWrite', { todos: mark })])
  lines.prompt([{ ...toolResult('t1', ''), content: mark }], { toolUseResult: mark })
  lines.prompt(mark)
  lines.add({ type: 'attachment', attachment: { type: 'pear', content: mark } })
  lines.note({ type: 'queue-operation', operation: 'enqueue', content: mark })
  const texts = lines.lines.flatMap(line =>
    [LISTS, OBJECTS].map(deep => JSON.stringify(line).replaceAll('"DEEP"', deep)),
  )
  const root = makeTree({ [`projects/-home-dev-app/${ONE}.jsonl`]: `${texts.join('\n')}\n` })
  const home = makeKeepHome()
  const out = (name: string): string => join(home.home, name)
  const commands = [
    ['show', ONE, '--level', 'all'],
    ['show', ONE, '--level', 'raw'],
    ['export', ONE, '-o', out('a.md')],
    ['export', ONE, '-o', out('a.json')],
    ['export', ONE, '--no-redact', '-o', out('b.json')],
    ['story', ONE],
    ['doctor'],
    ['usage', '--no-index'],
  ]
  for (const args of commands) {
    const { code, err } = await home.run([...args, '--root', root])
    expect(code, `${args.join(' ')}: ${err}`).toBeLessThanOrEqual(1)
  }
  const { code, err } = await home.run(['sync'], { env: { CLAUDE_CONFIG_DIR: root } })
  expect({ code, err: err.replaceAll(/Reading .*|Finishing|\s/g, '') }).toEqual({ code: 0, err: '' })
})
