// What `npm start`, `npm test` and `npm run` with `build`, `docs` or `bench` begin with, under whatever Node the machine
// has: installs the packages when they are missing or not those of package-lock.json, with `--build` builds when dist/ is
// not of these sources, and runs the script that follows on the Node that came with the packages. It is not a pre-script,
// because npm leaves those out where `ignore-scripts` is set, and not joined by `&&`, because a shell remembers where it
// found the first `node`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFiles, hashSources } from './hash-sources.js'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(folder, 'node_modules')
const installedMark = join(modules, '.backscroll-installed')
const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const words = process.argv.slice(2)
installPackages()
if (words[0] === '--build') {
  words.shift()
  buildSources()
}
runOnOwnNode(words)

function installPackages() {
  const wanted = hashFiles(folder, ['package.json', 'package-lock.json'])
  if (readMark(installedMark) === wanted && hasOwnNode()) return
  if (!isInstalledByHand()) {
    say('Installing packages …')
    const result = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (result.status !== 0) fail('npm ci failed: see the message above, then run the command again.')
  }
  if (!hasOwnNode()) {
    fail(
      'The packages were installed without their install scripts, so the Node that backscroll brings along is missing: run `npm ci --ignore-scripts=false` and then this command again.',
    )
  }
  writeFileSync(installedMark, wanted)
}

/** Somebody ran `npm ci` or `npm install` after the lock file last changed: only our mark is missing. */
function isInstalledByHand() {
  const installed = readJson(join(modules, '.package-lock.json'))
  const locked = readJson(join(folder, 'package-lock.json'))
  if (!installed || !locked) return false
  return (
    Object.keys(installed.packages).every(path => {
      const wanted = locked.packages[path]
      return wanted !== undefined && wanted.version === installed.packages[path].version
    }) &&
    Object.keys(locked.packages).every(
      path => path === '' || installed.packages[path] !== undefined || locked.packages[path].optional === true,
    )
  )
}

function hasOwnNode() {
  return spawnSync(ownNode, ['--version'], { stdio: 'ignore', shell: process.platform === 'win32' }).status === 0
}

function buildSources() {
  if (readMark(join(folder, 'dist', '.built-from')) === hashSources(folder)) return
  say('Building …')
  const result = spawnSync(ownNode, [join(folder, 'scripts', 'build.js'), '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) fail('The build failed: see the message above.')
}

function runOnOwnNode(args) {
  const child = spawn(ownNode, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  // Ctrl-c reaches the child as well, and it decides when to end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('close', (code, signal) => process.exit(signal === 'SIGINT' ? 130 : (code ?? 1)))
}

function runNpm(args) {
  // npm tells its scripts which npm runs them; by hand it is the one on the PATH.
  const npm = process.env.npm_execpath
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  if (npm && existsSync(npm)) return spawnSync(process.execPath, [npm].concat(args), options)
  return spawnSync('npm', args, Object.assign({ shell: process.platform === 'win32' }, options))
}

function readMark(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}
