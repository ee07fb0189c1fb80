// `npm test`: every check in turn, one line each with its time; the first that fails ends it.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const scratch = mkdtempSync(join(tmpdir(), 'backscroll-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const report = join(scratch, 'report.json')

await step('types', tool('typescript', 'bin/tsc'), ['-p', 'tsconfig.json', '--noEmit'])
await step('page types', tool('typescript', 'bin/tsc'), ['-p', 'tsconfig.page.json', '--noEmit'])
await step('lint', tool('@biomejs/biome', 'bin/biome'), ['check', '--error-on-warnings', '.'])
await step('build', join(folder, 'scripts', 'build.js'), ['--quiet'])
await step('browser', join(folder, 'scripts', 'find-chromium.js'), [])
const tests = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
const code = await run(tool('vitest', 'vitest.mjs'), tests, 'inherit').then(result => result.code)
const counts = readCounts()
console.log(counts ? `${counts.passed} passed, ${counts.failed} failed` : 'the tests did not finish')
process.exitCode = code

async function step(name, script, args) {
  const start = performance.now()
  const { code, output } = await run(script, args, 'pipe')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds} s`)
  if (code === 0) return
  console.log(output)
  process.exit(1)
}

function run(script, args, stdio) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [script, ...args], { cwd: folder, stdio: ['ignore', stdio, stdio] })
    let output = ''
    child.stdout?.on('data', data => (output += data))
    child.stderr?.on('data', data => (output += data))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

function tool(name, path) {
  return join(folder, 'node_modules', name, path)
}

function readCounts() {
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed, failed }
  } catch {
    return undefined
  }
}
