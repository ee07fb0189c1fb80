import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandsOf, EVENTS, makeInstallHome, PROGRAM } from './install-home.ts'
import { spacedJson } from './spaced-json.ts'

const command = fc.constantFrom('say done', 'backscroll sync', 'echo "x" && true', './hook.sh Stop')
const group = fc.record(
  { matcher: fc.constantFrom('*', 'Bash'), hooks: fc.array(fc.record({ type: fc.constant('command'), command })) },
  { requiredKeys: ['hooks'] },
)
const hooks = fc.dictionary(fc.constantFrom(...EVENTS, 'Notification'), fc.array(group, { maxLength: 2 }), {
  maxKeys: 4,
})
const other = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
const statusLine = fc.record({ type: fc.constant('command'), command: fc.constant('mine.sh'), padding: fc.nat(3) })
const servers = fc.dictionary(fc.constantFrom('github', 'x'), fc.constant({ command: 'x', env: { KEY: 'k' } }))
const foreign = fc.constant({ backscroll: { type: 'http', url: 'http://127.0.0.1:4871/mcp' } })

/** In any order, some of it missing. */
function withParts(parts: { [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<object> {
  return fc
    .tuple(other, fc.record(parts, { requiredKeys: [] }), fc.boolean())
    .map(([rest, known, isFirst]) => (isFirst ? { ...known, ...rest } : { ...rest, ...known }))
}

const spaces = fc.oneof(
  fc.constantFrom([''], [' '], ['', '', '\n  ', ' ']),
  fc.array(fc.constantFrom('', ' ', '\n', '\r\n\t', '\n    '), { minLength: 1, maxLength: 7 }),
)

/** The text of a file; undefined for none. */
function textOf(value: fc.Arbitrary<object>): fc.Arbitrary<string | undefined> {
  const whole = fc
    .tuple(value, spaces, fc.constantFrom('', '\ufeff'))
    .map(([json, gaps, mark]) => mark + spacedJson(json, gaps))
  const pretty = fc
    .tuple(value, fc.constantFrom(1, 2, 4, '\t'))
    .map(([json, indent]) => `${JSON.stringify(json, null, indent)}\n`)
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 3, arbitrary: pretty },
    fc.constantFrom(undefined, '', ' \n', '{}', '{ }', '\ufeff'),
  )
}

function put(path: string, text: string | undefined): void {
  if (text === undefined) rmSync(path, { force: true })
  else writeFileSync(path, text)
}

const PLACES = {
  user: { settings: '.claude/settings.json', servers: '.claude.json', program: PROGRAM },
  project: { settings: 'work/app/.claude/settings.json', servers: 'work/app/.mcp.json', program: 'backscroll' },
  local: { settings: 'work/app/.claude/settings.local.json', servers: '.claude.json', program: PROGRAM },
} as const

test('law: installed and taken out again, every byte is as it was', { timeout: 60_000 }, async () => {
  const home = makeInstallHome({ 'work/app/.claude/x': '' })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('user', 'project', 'local'),
      textOf(withParts({ hooks, statusLine })),
      textOf(withParts({ mcpServers: fc.oneof(servers, foreign), projects: fc.constantFrom({}, { '/x': {} }) })),
      async (scope, ...before) => {
        // Not UTF-8, and a trap of V8 13.6: it may take the key "\"" for the key "\\".
        fc.pre(!before.some(text => /\ufffd|[\ud800-\udfff]|"\\\\"/.test(text ?? '')))
        const { settings, servers, program } = PLACES[scope]
        const read = () => [home.read(settings), home.read(servers)]
        put(join(home.home, settings), before[0])
        put(join(home.home, servers), before[1])
        const run = (...args: readonly string[]) => home.inProject([...args, '--yes', '--scope', scope])
        expect((await run('install', '--recall', 'file')).code).toBe(0)
        const commands = commandsOf(JSON.parse((home.read(settings) ?? '').replace('\ufeff', '')))
        for (const event of [...EVENTS, 'UserPromptSubmit', 'PreToolUse'])
          expect(commands[event]?.filter(one => one === `${program} hook ${event}`)).toHaveLength(1)
        const installed = read()
        expect((await run('install')).out).toContain('already')
        expect(read()).toEqual(installed)
        expect((await run('uninstall')).code).toBe(0)
        expect(read()).toEqual(before)
        put(join(home.home, settings), undefined)
        put(join(home.home, servers), undefined)
      },
    ),
    { numRuns: 60 },
  )
})
