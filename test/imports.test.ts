import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Which folders each folder may import from. `text`, `time` and `user-error.ts` are open to all but `format`. */
const OPEN = ['text', 'time', 'user-error.ts']
const ALLOWED: { readonly [folder: string]: readonly string[] } = {
  format: [],
  pricing: [],
  text: [],
  time: [],
  'user-error.ts': [],
  redact: OPEN,
  git: OPEN,
  config: OPEN,
  model: ['format', ...OPEN],
  source: ['format', 'model', ...OPEN],
  archive: OPEN,
  embed: OPEN,
  narrative: ['model', 'format', 'extract', ...OPEN],
  render: ['model', 'format', 'narrative', 'redact', ...OPEN],
  store: ['model', ...OPEN],
  extract: ['model', 'format', ...OPEN],
  ingest: ['source', 'archive', 'format', 'model', 'extract', 'narrative', 'store', 'embed', ...OPEN],
  query: [
    'source',
    'store',
    'archive',
    'embed',
    'git',
    'format',
    'model',
    'extract',
    'narrative',
    'pricing',
    'redact',
    ...OPEN,
  ],
  share: ['source', 'archive', 'format', 'model', 'query', 'redact', 'render', ...OPEN],
  page: ['render', ...OPEN],
  serving: OPEN,
  'index.ts': ['format', 'model'],
}
const PURE = ['format', 'model', 'pricing', 'narrative', 'redact', 'render', 'text', 'time', 'index.ts']
/** What the root export reaches must also do without packages. */
const WITHOUT_PACKAGES = ['format', 'model', 'index.ts']
const PUBLIC_ENTRIES = ['index.ts', 'source/index.ts', 'store/index.ts', 'query/index.ts', 'render/index.ts']

interface Import {
  readonly target: string
  readonly isTypeOnly: boolean
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .sort()

const imports = new Map(files.map(file => [file, listImports(file)]))

function listImports(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8')
  const statements = text.matchAll(/^\s*(import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?'([^']+)'/gm)
  const dynamic = text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)
  return [
    ...Array.from(statements, ([, , type, target]) => ({ target: target as string, isTypeOnly: type !== undefined })),
    ...Array.from(dynamic, ([, target]) => ({ target: target as string, isTypeOnly: true })),
  ].map(found => (found.target.startsWith('.') ? { ...found, target: resolveFrom(file, found.target) } : found))
}

function resolveFrom(file: string, target: string): string {
  return relative(SRC, join(SRC, dirname(file), target)).replaceAll('\\', '/')
}

function folderOf(file: string): string {
  return file.split('/')[0] as string
}

function isOurs(target: string): boolean {
  return existsSync(join(SRC, target))
}

/** Two surfaces must not meet: `surfaces/cli` is a folder of its own. A command may start another one at its entry. */
const ENTRIES = ['surfaces/web/serve.ts', 'surfaces/mcp/serve.ts']

function surfaceOf(file: string): string | undefined {
  return file.startsWith('surfaces/') ? file.split('/')[1] : undefined
}

function isAllowed(from: string, to: string): boolean {
  const folder = folderOf(from)
  if (from.startsWith('surfaces/cli/commands/') && ENTRIES.includes(to)) return true
  if (folder === 'surfaces') return surfaceOf(to) === undefined || surfaceOf(to) === surfaceOf(from)
  return folderOf(to) === folder || (ALLOWED[folder] ?? []).includes(folderOf(to))
}

function checkAll(complaints: readonly string[]): void {
  expect(complaints).toEqual([])
}

function complain(find: (file: string, found: Import) => string | undefined): string[] {
  return files.flatMap(file =>
    (imports.get(file) ?? []).flatMap(found => {
      const complaint = find(file, found)
      return complaint === undefined ? [] : [`${file}: ${complaint}`]
    }),
  )
}

describe('imports', () => {
  test('are found at all', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.get('format/parser.ts')?.map(found => found.target)).toContain('format/line.ts')
  })

  test('point one way', () => {
    checkAll(
      complain((file, { target }) =>
        isOurs(target) && !isAllowed(file, target) ? `must not import ${target}` : undefined,
      ),
    )
  })

  test('may go where ARCHITECTURE.md says', () => {
    const text = readFileSync(join(SRC, '..', 'ARCHITECTURE.md'), 'utf8')
    const [, table = ''] = /\| folder \| may import \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? []
    const written = Array.from(table.matchAll(/^\| (\S+) \| (.+) \|$/gm), ([, folder, list = '']) => [
      folder as string,
      list === 'nothing' ? [] : list.split(', ').sort(),
    ]).filter(([folder]) => folder !== 'surfaces')
    const folders = new Set(files.map(folderOf))
    const isThere = (folder: string): boolean =>
      folders.has(folder) && !OPEN.includes(folder) && !folder.endsWith('.ts')
    const held = Object.entries(ALLOWED)
      .filter(([folder]) => isThere(folder))
      .map(([folder, list]) => [folder, list.filter(isThere).sort()])
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(held))
  })

  test('only come from folders with a place in the order', () => {
    const known = [...Object.keys(ALLOWED), 'surfaces']
    checkAll(files.filter(file => !known.includes(folderOf(file))))
  })

  test('reach what runs the command of enrich from its own command alone', () => {
    const isRunner = (file: string): boolean => file.startsWith('surfaces/cli/enrich/')
    const command = 'surfaces/cli/commands/enrich.ts'
    expect(imports.get(command)?.some(({ target }) => isRunner(target))).toBe(true)
    checkAll(
      complain((file, { target }) =>
        (isRunner(target) && !isRunner(file) && file !== command) ||
        (target === command && file !== 'surfaces/cli/rows/enrich.ts')
          ? `must not import ${target}`
          : undefined,
      ),
    )
  })

  test('of zod stay with the servers: the file with all commands would take 15 ms longer to start', () => {
    const isServer = (file: string): boolean => /^(?:serving|surfaces\/(?:web|mcp))\//.test(file)
    expect([...imports].some(([file, all]) => isServer(file) && all.some(({ target }) => target === 'zod'))).toBe(true)
    checkAll(complain((file, { target }) => (target === 'zod' && !isServer(file) ? 'must not import zod' : undefined)))
  })

  test('lead to files that exist', () => {
    checkAll(
      complain((_, { target }) => (/\.(tsx?|json)$/.test(target) && !isOurs(target) ? `no ${target}` : undefined)),
    )
  })

  test('of the pure folders name nothing of Node', () => {
    checkAll(
      complain((file, { target }) =>
        PURE.includes(folderOf(file)) && target.startsWith('node:') ? `must not import ${target}` : undefined,
      ),
    )
  })

  test('of the root export reach no package', () => {
    const reached = reachFrom('index.ts')
    checkAll(
      [...reached].flatMap(file =>
        (imports.get(file) ?? [])
          .filter(({ target, isTypeOnly }) => !isTypeOnly && !isOurs(target))
          .map(({ target }) => `${file} (reached from the root export) imports ${target}`),
      ),
    )
    checkAll(
      complain((file, { target }) =>
        WITHOUT_PACKAGES.includes(folderOf(file)) && !isOurs(target) ? `imports the package ${target}` : undefined,
      ),
    )
  })

  test('make no circle', () => {
    checkAll(findCycles())
  })
})

describe('source files', () => {
  test('have at most 400 lines', () => {
    const lengths = files.map(file => ({ file, lines: readFileSync(join(SRC, file), 'utf8').split('\n').length - 1 }))
    checkAll(lengths.filter(({ lines }) => lines > 400).map(({ file, lines }) => `${file} has ${lines}`))
  })

  test('hold something of their own, unless they are public entries', () => {
    const barrels = files.filter(file => {
      const code = readFileSync(join(SRC, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      return /^\s*export\s[^=]*from/m.test(code) && code.replace(/export\s[^;=]*?from\s+'[^']*'/g, '').trim() === ''
    })
    checkAll(barrels.filter(file => !PUBLIC_ENTRIES.includes(file)))
  })

  test('of pure folders look at no clock and no process', () => {
    const guilty = files
      .filter(file => PURE.includes(folderOf(file)))
      .filter(file => /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bMath\.random\(/.test(readCode(file)))
    checkAll(guilty)
  })

  test('read the environment and the clock in the entry points alone', () => {
    const guilty = files
      .filter(file => /\bprocess\.env\b|\bDate\.now\b|\bprocess\.cwd\(/.test(readCode(file)))
      .filter(file => !CLOCKS.includes(file))
    checkAll(guilty)
  })
})

const CLOCKS = [
  'surfaces/cli/run.ts',
  'surfaces/cli/hook/run.ts',
  'surfaces/cli/statusline/run.ts',
  'surfaces/web/app/clock.ts',
]

function readCode(file: string): string {
  return readFileSync(join(SRC, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

function reachFrom(start: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    waiting.push(...(imports.get(file) ?? []).filter(({ target }) => isOurs(target)).map(({ target }) => target))
  }
  return reached
}

/** Types are gone when the program runs, so a circle of types alone is none. */
function findCycles(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  function visit(file: string, path: readonly string[]): void {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      return
    }
    state.set(file, 'open')
    for (const { target, isTypeOnly } of imports.get(file) ?? []) {
      if (!isTypeOnly && isOurs(target)) visit(target, [...path, file])
    }
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return cycles
}
