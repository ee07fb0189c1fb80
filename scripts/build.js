// `npm run build`: dist/lib (the library, by tsc) and dist/bin (the command, bundled by esbuild into an entry, its
// commands as chunks that are loaded when called, and the worker threads).
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { hashSources } from './hash-sources.js'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(folder, 'dist')
const isQuiet = process.argv.includes('--quiet')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const builtFrom = hashSources(folder)

rmSync(dist, { recursive: true, force: true })
emitLibrary()
await bundleCommand()
chmodSync(join(dist, 'bin', 'backscroll.js'), 0o755)
writeFileSync(join(dist, '.built-from'), `${builtFrom}\n`)
if (!isQuiet) console.log(`Built backscroll ${version} in dist/`)

function emitLibrary() {
  const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

async function bundleCommand() {
  const entries = {
    backscroll: 'src/surfaces/cli/bin.ts',
    'summary-worker': 'src/source/summary-worker.ts',
    'ingest-worker': 'src/ingest/ingest-worker.ts',
  }
  await build({
    absWorkingDir: folder,
    entryPoints: entries,
    outdir: 'dist/bin',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.16',
    minifySyntax: true,
    define: { BACKSCROLL_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  })
}
