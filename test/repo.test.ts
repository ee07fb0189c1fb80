import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashSources } from '../scripts/hash-sources.js'
import { SETTINGS } from '../src/config/settings.ts'
import { STEPS } from '../src/query/search/answer.ts'
import { FILTER_NAMES, ROLES, STATES } from '../src/query/search/query.ts'
import { formatCliDocs } from '../src/surfaces/cli/cli-docs.ts'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { formatHelp } from '../src/surfaces/cli/help.ts'
import { GLOBAL_OPTIONS } from '../src/surfaces/cli/rows/global.ts'
import { REPOSITORY, runCli } from './cli-runner.ts'

function read(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8')
}

function listTracked(): readonly string[] {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: REPOSITORY, encoding: 'utf8' })
  return listed.stdout.split('\n').filter(path => path !== '' && existsSync(join(REPOSITORY, path)))
}

function checkNone(complaints: readonly string[]): void {
  expect(complaints).toEqual([])
}

describe('the lock file', () => {
  test('names no address to download from', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: { [path: string]: { resolved?: string } }
    }
    expect(Object.keys(packages).length).toBeGreaterThan(20)
    checkNone(Object.entries(packages).flatMap(([path, { resolved }]) => (resolved ? [path] : [])))
    expect(read('.npmrc')).not.toMatch(/registry\s*=|https?:/)
  })
  test('holds every platform of the tools, so that a clone installs anywhere', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: { [path: string]: { optionalDependencies?: { [name: string]: string } } }
    }
    checkNone(
      Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
        Object.keys(optionalDependencies).filter(name => !packages[`node_modules/${name}`]),
      ),
    )
  })
})

describe('the files', () => {
  test('hold no work put off to later', () => {
    const words = /\b(TODO|FIXME)\b/
    const looked = listTracked().filter(
      path => /\.(ts|js|md|json)$/.test(path) && !/^(fixtures|demo|bench)\//.test(path),
    )
    expect(looked.length).toBeGreaterThan(50)
    checkNone(
      looked.filter(path => path !== 'package-lock.json' && path !== 'test/repo.test.ts' && words.test(read(path))),
    )
  })
  test('hold no test that is left out', () => {
    const tests = listTracked().filter(path => path.endsWith('.test.ts'))
    checkNone(tests.filter(path => /\b(test|describe|it)\.(only|skip|todo)\b/.test(read(path))))
  })
  test('of the checks for a clone are there', () => {
    expect(statSync(join(REPOSITORY, '.ci', 'run')).mode & 0o111).not.toBe(0)
    expect(read('.ci/run')).toContain('npm test')
    expect(read('LICENSE')).toMatch(/MIT License/)
    expect(read('CHANGELOG.md')).toMatch(/## Unreleased/)
  })
})

describe('the docs', () => {
  test('of the command line are those of the command table: else run `npm run docs`', () => {
    expect(read('docs/cli.md')).toBe(formatCliDocs())
  })
  test('name every command, option and setting', () => {
    const cli = read('docs/cli.md')
    for (const row of COMMANDS) expect(cli).toContain(`### backscroll ${row.name}`)
    const options = [...GLOBAL_OPTIONS, ...COMMANDS.flatMap(row => row.options ?? [])]
    for (const { name, isHidden } of options) expect(cli.includes(`--${name}`)).toBe(isHidden !== true)
    const config = read('docs/config.md')
    for (const setting of SETTINGS) expect(config).toContain(`| \`${setting.name}\` |`)
  })
  test('of search name every filter, its choices, every step and every field of an answer', () => {
    const search = read('docs/search.md')
    const filters = FILTER_NAMES.filter(name => name !== 'is').map(name => `| \`${name}:\` |`)
    const states = STATES.map(state => `| \`is:${state}\` |`)
    const names = [...ROLES, ...STEPS].map(name => `\`${name}\``)
    checkNone([...filters, ...states, ...names].filter(text => !search.includes(text)))
    const { hits, ...answer } = JSON.parse(runCli(['search', '--demo', '--json', 'footnotes']).out)
    const fields = [...Object.keys(answer), ...Object.keys(answer.coverage), ...Object.keys(hits[0])]
    checkNone(fields.filter(field => !search.includes(`\`${field}\``)))
  })
  test('and help name only options that exist in examples', () => {
    const known = [...GLOBAL_OPTIONS, ...COMMANDS.flatMap(row => row.options ?? [])].map(option => `--${option.name}`)
    const examples = COMMANDS.flatMap(row => row.examples ?? []).map(example => example.command)
    const used = examples.flatMap(command => command.match(/--[a-z-]+/g) ?? [])
    checkNone(used.filter(flag => !known.includes(flag)))
  })
  test('of the command line list what help lists', () => {
    const help = formatHelp(100)
    for (const row of COMMANDS) expect(help).toContain(row.summary)
  })
  test('link only to files that exist', () => {
    const pages = listTracked().filter(path => path.endsWith('.md') && !/^(fixtures|demo)\//.test(path))
    checkNone(
      pages.flatMap(page =>
        Array.from(
          read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g),
          ([, target]) => target as string,
        )
          .filter(target => !existsSync(join(REPOSITORY, dirname(page), target)))
          .map(target => `${page} -> ${target}`),
      ),
    )
  })
})

describe('the README', () => {
  test('names commands that exist, and all of them', () => {
    const named = Array.from(read('README.md').matchAll(/`backscroll ([a-z][a-z-]*)/g), ([, name]) => name as string)
    checkNone(named.filter(name => !COMMANDS.some(row => row.name === name)))
    checkNone(COMMANDS.map(row => row.name).filter(name => !named.includes(name)))
  })
  test('shows what the demo set really shows', () => {
    const [, block = ''] = /```\n(\$ npm start [\s\S]*?)```/.exec(read('README.md')) ?? []
    const runs = block
      .trimEnd()
      .split(/^\$ npm start -- /m)
      .slice(1)
    expect(runs.length).toBeGreaterThan(3)
    for (const run of runs) {
      const [command = '', ...lines] = run.split('\n')
      const options = { env: { COLUMNS: '88', npm_lifecycle_event: 'start' } }
      const { out } = runCli([...command.split(' '), '--demo-if-empty'], options)
      const real = new Set(out.split('\n').map(maskDays))
      checkNone(lines.filter(line => line !== '…' && !real.has(maskDays(line))))
    }
  })
  test('has scripts for its two commands', () => {
    const { scripts } = JSON.parse(read('package.json'))
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']))
    for (const name of ['start', 'test', 'build', 'docs', 'bench']) {
      expect(scripts[name]).toMatch(/^node scripts\/setup\.js /)
      const script = scripts[name].split(' ').find((word: string) => /\.[jt]s$/.test(word) && !word.includes('setup'))
      expect(existsSync(join(REPOSITORY, script)) || script.startsWith('dist/')).toBe(true)
    }
  })
})

function maskDays(line: string): string {
  return line.replace(/\d{4}-\d{2}-\d{2}/g, 'DAY')
}

describe('the package', () => {
  beforeAll(() => {
    const mark = join(REPOSITORY, 'dist', '.built-from')
    if (existsSync(mark) && readFileSync(mark, 'utf8').trim() === hashSources(REPOSITORY)) return
    spawnSync(process.execPath, ['scripts/build.js', '--quiet'], { cwd: REPOSITORY, stdio: 'inherit' })
  }, 120_000)

  test('exports what it says, with types', () => {
    const { exports } = JSON.parse(read('package.json')) as {
      exports: { [path: string]: string | { [kind: string]: string } }
    }
    const targets = Object.values(exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    expect(targets.length).toBeGreaterThan(8)
    checkNone(targets.filter(target => !existsSync(join(REPOSITORY, target))))
  })

  test('can be imported by each of its names', () => {
    expect(importNames('backscroll')).toEqual(
      expect.arrayContaining(['createParser', 'createSessionBuilder', 'createSummaryBuilder', 'kindOf']),
    )
    expect(importNames('backscroll/source')).toEqual(expect.arrayContaining(['findRoots', 'loadSession']))
    expect(importNames('backscroll/query')).toEqual(QUERY_EXPORTS.toSorted())
    expect(importNames('backscroll/render')).toEqual(
      expect.arrayContaining([
        'buildSessionExport',
        'buildView',
        'createRedactor',
        'renderMarkdown',
        'renderStoryMarkdown',
        'renderTerminal',
      ]),
    )
  })

  test('runs the examples of docs/library.md', () => {
    const examples = Array.from(read('docs/library.md').matchAll(/```js\n([\s\S]*?)```/g), ([, code]) => code as string)
    expect(examples.length).toBeGreaterThanOrEqual(3)
    for (const code of examples) {
      const args = ['--input-type=module', '-e', code]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' })
      expect({ status, stderr, isSilent: stdout === '' }).toEqual({ status: 0, stderr: '', isSilent: false })
    }
  })

  test('has a command that runs as a program', () => {
    const path = join(REPOSITORY, 'dist', 'bin', 'backscroll.js')
    expect(readFileSync(path, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(statSync(path).mode & 0o111).not.toBe(0)
    expect(spawnSync(process.execPath, [path, '--version'], { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('has an entry that any Node can read far enough to say which one it needs', () => {
    const path = join(REPOSITORY, 'dist', 'bin', 'backscroll.js')
    const entry = readFileSync(path, 'utf8')
    expect(entry).toContain('needs Node 22.16 or newer')
    expect(entry).not.toMatch(/^\s*import[\s{*]|\?\?|\?\./m)
    const old = findOldNode()
    if (!old) {
      console.log('no Node older than 22.16 here: what it is told was read, not run')
      return
    }
    const { status, stdout, stderr } = spawnSync(old, [path, 'ls'], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^backscroll needs Node 22\.16 or newer, and this is Node [\d.]+: .*\n$/)
  })
})

/** A contract: what goes away or is renamed breaks whoever uses it. */
const QUERY_EXPORTS =
  `buildTimeline changelog fileAt fileDiff findDecisions findFriction findSessionFriction findStory findThreads findTrends
  listRelated reportDay reportWeek standup undoPlan buildHome buildOverview buildUsage createGit createPricer createZone explainPage explainUsage
  fileHistory FILTER_NAMES filterFrom findCommands findCommits findErrors findNewestSession findPullRequests findUrls
  learnSession LISTED_FILTERS listFilterValues listLimitWindows listSessions loadFrom nameSources openIndexedUsage
  openKeep openLibrary openPlain openRedacted pageSessions parseQuery PRICES readContext readMarks readSent requireIndex
  requireSession runDoctor scanUsage searchSessions SESSION_GROUPS SESSION_SORTS shortIds STEPS USAGE_ORDERS whyLine
  withOverrides`.split(/\s+/)

function importNames(name: string): readonly string[] {
  const script = `console.log(JSON.stringify(Object.keys(await import('${name}'))))`
  const args = ['--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

function findOldNode(): string | undefined {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const candidates = folders.map(folder => join(folder, 'node')).filter(path => existsSync(path))
  return candidates.find(path => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
    const [major = 99, minor = 0] = (stdout ?? '').trim().replace(/^v/, '').split('.').map(Number)
    return major < 22 || (major === 22 && minor < 15)
  })
}

test('the demo set is whole: every line of it is JSON', () => {
  const folder = join(REPOSITORY, 'demo', 'claude', 'projects')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.jsonl'))
  expect(paths.length).toBeGreaterThanOrEqual(5)
  for (const path of paths) {
    for (const line of readFileSync(join(folder, path), 'utf8').trimEnd().split('\n')) {
      expect(() => JSON.parse(line)).not.toThrow()
    }
  }
  expect(runCli(['doctor', '--demo']).code).toBe(0)
})
