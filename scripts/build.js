// `npm run build`: dist/lib (the library, by tsc) and dist/bin (the command, bundled by esbuild: a small entry, one file
// with all commands, each of which is set up when it is called, the servers, what Claude Code waits for, and the worker
// threads), dist/page (what an exported HTML file has inside, and the page of the local server).
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { schemaMark, schemaShape } from '../src/store/schema.ts'
import { buildApp, buildPage } from './build-page.js'
import { hashSources } from './hash-sources.js'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(folder, 'dist')
const isQuiet = process.argv.includes('--quiet')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const builtFrom = hashSources(folder)

// The entry answers `--version` by itself, loads a small file for the status line and for hooks, and the rest otherwise. One
// file: sixty chunks took 40 ms longer to find. The servers are apart too: no other command waits for what only they need.
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/run\.ts$/ }, () => ({ path: './run.js', external: true }))
    onResolve({ filter: /^\.\/statusline\/run\.ts$/ }, () => ({ path: './statusline.js', external: true }))
    onResolve({ filter: /^\.\/hook\/run\.ts$/ }, () => ({ path: './hook.js', external: true }))
    onResolve({ filter: /\/(web|mcp)\/serve\.ts$/ }, ({ kind, path }) => {
      return kind === 'entry-point' ? undefined : { path: `./${path.split('/').at(-2)}.js`, external: true }
    })
  },
}

// In one file every import of a part of Node would come first, needed or not: they come when somebody asks.
const late = {
  name: 'late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'node' }))
    onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

// A hook that recalls nothing, as most do, loads nothing of what that takes; one that finds nothing, no rules for secrets.
const recallApart = {
  name: 'recall-apart',
  setup({ onResolve }) {
    const parts = { 'recall-now': './recall.js', 'withhold-secrets': './withhold.js' }
    onResolve({ filter: /\/(recall-now|withhold-secrets)\.ts$/ }, ({ kind, path }) => {
      return kind === 'entry-point' ? undefined : { path: parts[basename(path, '.ts')], external: true }
    })
  },
}

// The status line and hooks take from Node just what they name: getters for all of `node:fs`, made for each file that
// imports from it, took a quarter of the time.
const named = {
  name: 'named',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'node' }))
    onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => {
      const part = process.getBuiltinModule(path)
      const load = `process.getBuiltinModule(${JSON.stringify(path)})`
      // Those take milliseconds to load, and most runs call nothing of them.
      const isSlow = ['node:crypto', 'node:v8', 'node:zlib'].includes(path)
      const lines = Object.keys(part).map(name =>
        isSlow && typeof part[name] === 'function'
          ? `export const ${name} = (...values) => ${load}.${name}(...values)`
          : `export const ${name} = /* @__PURE__ */ (() => ${isSlow ? load : 'part'}.${name})()`,
      )
      return { contents: [...(isSlow ? [] : [`const part = ${load}`]), ...lines].join('\n') }
    })
  },
}

rmSync(dist, { recursive: true, force: true })
emitLibrary()
await bundleCommand()
await writePage()
chmodSync(join(dist, 'bin', 'backscroll.js'), 0o755)
writeFileSync(join(dist, '.built-from'), `${builtFrom}\n`)
if (!isQuiet) console.log(`Built backscroll ${version} in dist/`)

function emitLibrary() {
  const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

async function bundleCommand() {
  const options = {
    absWorkingDir: folder,
    outdir: 'dist/bin',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.16',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    // Its main file is made for other loaders, and nobody could follow what that requires.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    define: {
      BACKSCROLL_VERSION: JSON.stringify(version),
      BACKSCROLL_SCHEMA_MARK: JSON.stringify(schemaMark()),
      BACKSCROLL_SCHEMA_SHAPE: JSON.stringify(schemaShape()),
    },
    logLevel: 'warning',
  }
  const entries = {
    backscroll: 'src/surfaces/cli/bin.ts',
    run: 'src/surfaces/cli/run.ts',
    web: 'src/surfaces/web/serve.ts',
    mcp: 'src/surfaces/mcp/serve.ts',
    'summary-worker': 'src/source/summary-worker.ts',
    'ingest-worker': 'src/ingest/ingest-worker.ts',
  }
  await build({ ...options, entryPoints: entries, plugins: [apart, late] })
  const awaited = {
    statusline: 'src/surfaces/cli/statusline/run.ts',
    hook: 'src/surfaces/cli/hook/run.ts',
    recall: 'src/surfaces/cli/hook/recall-now.ts',
    withhold: 'src/redact/withhold-secrets.ts',
  }
  // What is shorter is read sooner: a fifth of the time to load `recall`.
  await build({ ...options, minifyIdentifiers: true, entryPoints: awaited, plugins: [recallApart, named] })
}

async function writePage() {
  const [reader, app] = await Promise.all([buildPage(), buildApp()])
  const page = join(dist, 'page')
  mkdirSync(join(page, 'app'), { recursive: true })
  writeFileSync(join(page, 'reader.js'), reader.script)
  writeFileSync(join(page, 'reader.css'), reader.style)
  for (const [name, bytes] of app.files) writeFileSync(join(page, 'app', name), bytes)
  const manifest = { ...app.manifest, files: [...app.files.keys()] }
  writeFileSync(join(page, 'app', 'manifest.json'), JSON.stringify(manifest))
}
