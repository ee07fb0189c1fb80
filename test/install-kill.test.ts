import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ENTRY } from './cli-runner.ts'
import { runHere } from './keep-home.ts'
import { createRandom } from './random.ts'
import { makeTree, type TreeItem } from './temp-tree.ts'

/** The same steps every time a seed is given; `KILLS=all` ends the process at every single one. */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const KILLS = process.env.KILLS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.KILLS ?? 4)
const PRELOAD = fileURLToPath(new URL('kill-at-step.ts', import.meta.url))

interface Scene {
  readonly name: string
  readonly files: { readonly [path: string]: TreeItem }
  readonly args: readonly string[]
  /** Where the command runs, below the home. */
  readonly cwd: string
}

const SCENES: readonly Scene[] = [
  {
    name: 'settings with other things in them',
    files: {
      '.claude/settings.json':
        '{ "hooks": { "Stop": [{"hooks":[{"type":"command","command":"say done"}]}], "SessionEnd": [ ] },\n  "theme": "dark" }',
      '.claude.json': '{\n\t"oauthAccount": { "x": "y" },\n\t"mcpServers": { }\n}\n',
    },
    args: ['--recall', 'session'],
    cwd: '',
  },
  { name: 'a home without settings', files: {}, args: [], cwd: '' },
  { name: 'a project without a folder for settings', files: {}, args: ['--scope', 'project'], cwd: 'work/app' },
]

test.each(SCENES)(
  'killed while it installs into $name, settings are the old or the new ones, and both ways out are open',
  async scene => {
    const home = makeScene(scene)
    const before = copyOf(home)
    const old = snapshot(home)
    const steps = listSteps(home, scene, 'install')
    expect(steps).toBeGreaterThan(10)
    const next = snapshot(home)
    for (const at of choose(steps)) {
      putBack(home, before)
      expect(killAt(home, scene, { command: 'install', at })).toBe('SIGKILL')
      requireEither(home, old, next)
      const killed = copyOf(home)
      await run(home, scene, 'install')
      requireSame(home, next, `seed ${seed}, killed at step ${at}, installed again`)
      await run(home, scene, 'uninstall')
      requireSame(home, old, `seed ${seed}, killed at step ${at}, installed again and taken out`)
      putBack(home, killed)
      await run(home, scene, 'uninstall')
      requireSame(home, old, `seed ${seed}, killed at step ${at}, taken out`)
    }
  },
)

test.each(SCENES)(
  'killed while it takes itself out of $name, settings are the old or the new ones, and a second run ends it',
  async scene => {
    const home = makeScene(scene)
    const old = snapshot(home)
    await run(home, scene, 'install')
    const installed = snapshot(home)
    const before = copyOf(home)
    const steps = listSteps(home, scene, 'uninstall')
    expect(steps).toBeGreaterThan(10)
    for (const at of choose(steps)) {
      putBack(home, before)
      expect(killAt(home, scene, { command: 'uninstall', at })).toBe('SIGKILL')
      requireEither(home, old, installed)
      const killed = copyOf(home)
      await run(home, scene, 'uninstall')
      requireSame(home, old, `seed ${seed}, killed at step ${at}, taken out again`)
      putBack(home, killed)
      await run(home, scene, 'install')
      requireSame(home, installed, `seed ${seed}, killed at step ${at}, installed again`)
      await run(home, scene, 'uninstall')
      requireSame(home, old, `seed ${seed}, killed at step ${at}, installed again and taken out`)
    }
  },
)

function makeScene({ files }: Scene): string {
  return makeTree({ '.claude/projects/x/y': '', 'work/app/.git/HEAD': '', ...files })
}

function copyOf(home: string): string {
  const copy = makeTree({})
  cpSync(home, copy, { recursive: true })
  return copy
}

/** In its old place: what `install` notes names files by their full paths. */
function putBack(home: string, copy: string): void {
  rmSync(home, { recursive: true })
  cpSync(copy, home, { recursive: true })
}

type Command = 'install' | 'uninstall'

/** What stands behind the command: which level recall has is said once. */
function wordsOf(command: Command, { args }: Scene): readonly string[] {
  const scope = args.includes('--scope') ? args : []
  return [command, '--yes', ...(command === 'install' ? args : scope)]
}

/** The real command in a process of its own; the signal that ended it. */
function spawnCommand(home: string, scene: Scene, command: Command, env: NodeJS.ProcessEnv) {
  const words = wordsOf(command, scene)
  return spawnSync(process.execPath, [ENTRY, ...words], {
    cwd: join(home, scene.cwd),
    env: {
      PATH: process.env.PATH,
      HOME: home,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${PRELOAD}`,
      KILL_BELOW: home,
      ...env,
    },
    encoding: 'utf8',
  })
}

/** How many steps it takes undisturbed. */
function listSteps(home: string, scene: Scene, command: Command): number {
  const list = join(makeTree({}), 'steps')
  const { status, stderr } = spawnCommand(home, scene, command, { STEPS_TO: list })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return readFileSync(list, 'utf8').trimEnd().split('\n').length
}

function killAt(home: string, scene: Scene, { command, at }: { command: Command; at: number }): string | null {
  return spawnCommand(home, scene, command, { KILL_AT: String(at) }).signal
}

async function run(home: string, scene: Scene, command: Command): Promise<void> {
  const { code, err } = await runHere(wordsOf(command, scene), { home, cwd: join(home, scene.cwd) })
  expect({ code, err }).toMatchObject({ code: 0 })
}

function choose(steps: number): readonly number[] {
  const all = Array.from({ length: steps }, (_, at) => at)
  const random = createRandom(seed)
  return all
    .map(at => ({ at, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, KILLS)
    .map(({ at }) => at)
}

const COPY = /\.backscroll-backup-/
const OWN = /^\.(?:local|config)(?:\/|$)/

/** All folders and files of the client and of projects by name, without copies; what is ours stands elsewhere. */
function snapshot(home: string): ReadonlyMap<string, string> {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort()
  return new Map(
    names
      .filter(name => !COPY.test(name) && !OWN.test(name))
      .map(name => [name, statSync(join(home, name)).isFile() ? readFileSync(join(home, name), 'utf8') : 'folder']),
  )
}

/** Every file is wholly one or the other; copies and what is ours are whole too. */
function requireEither(home: string, one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): void {
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const path = join(home, name)
    const text = !existsSync(path) ? undefined : statSync(path).isFile() ? readFileSync(path, 'utf8') : 'folder'
    expect([one.get(name), other.get(name)], name).toContain(text)
  }
  for (const path of listOwn(home)) if (path.endsWith('.json')) JSON.parse(readFileSync(path, 'utf8'))
  const whole = new Set([...one.values(), ...other.values()])
  for (const path of listCopies(home)) expect(whole, relative(home, path)).toContain(readFileSync(path, 'utf8'))
}

/** Nothing is left over either, of the client or of ours. */
function requireSame(home: string, wanted: ReadonlyMap<string, string>, what: string): void {
  expect(Object.fromEntries(snapshot(home)), what).toEqual(Object.fromEntries(wanted))
  expect(
    listOwn(home).filter(path => !path.endsWith('.json') && !COPY.test(path)),
    what,
  ).toEqual([])
}

function listOwn(home: string): readonly string[] {
  return listAll(home).filter(path => OWN.test(relative(home, path)))
}

function listCopies(home: string): readonly string[] {
  return listAll(home).filter(path => COPY.test(path))
}

function listAll(home: string): readonly string[] {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' })
  return names.map(name => join(home, name)).filter(path => statSync(path).isFile())
}
