// Runs backscroll for the plugin, in this process: a second one would double the time of each hook, and stand between the
// client and its server. Claude Code copies a plugin into a folder of its own, so backscroll is looked for on the PATH;
// beside the plugin it is only where a clone is used as it is. Where the Node on the PATH is too old, or has no backscroll,
// others are looked for (find-node.cjs). No module syntax: that takes 10 ms longer to start. No `node:` and nothing else
// that is new: whatever Node there is has to read this.
const { accessSync, constants, existsSync, realpathSync, statSync } = require('fs')
const { delimiter, dirname, isAbsolute, join } = require('path')

const isWindows = process.platform === 'win32'
const names = isWindows ? ['backscroll.cmd', 'backscroll.exe'] : ['backscroll']
const inPackage = join('dist', 'bin', 'backscroll.js')
const numbers = process.versions.node.split('.').map(Number)
const isTooOld = numbers[0] < 22 || (numbers[0] === 22 && numbers[1] < 16)

// The shell that the client starts becomes this process, so that backscroll sees the client as its parent. Nobody is left
// to see to the exit code then, and one of a hook could stop what the client is doing.
if (process.argv[2] === 'hook')
  process.on('exit', () => {
    process.exitCode = 0
  })

const plan = makePlan()
const isScript = /\.js$/.test(plan.program || '')
if (process.argv[2] === '--where') console.log(JSON.stringify(plan))
else if (plan.problem) fail(plan.problem)
else if (isScript && plan.node) runOther(plan.node, [plan.program])
else if (isScript) {
  process.argv[1] = plan.program
  import(require('url').pathToFileURL(plan.program).href).catch(() =>
    fail(`${plan.program} cannot be run: install backscroll again.`),
  )
} else runOther(plan.program, [])

/** What to run, and by which Node where not by this one; or why nothing can be run, with what to do. `doctor` asks too. */
function makePlan() {
  const near = findOnPath() || findBeside()
  if (near !== undefined && !isTooOld) return { program: near }
  const { findNode, listNamed } = require('./find-node.cjs')
  // It may have been installed with another Node than the first on the PATH.
  const program = near || findIn(listNamed().map(node => node.folder))
  if (program === undefined)
    return {
      problem: 'backscroll is not on the PATH: install it, so that `backscroll --version` works in a terminal.',
      missing: 'backscroll',
    }
  const { path: node, version: nodeVersion } = (isTooOld && findNode([dirname(dirname(dirname(program)))])) || {}
  if (isTooOld && node === undefined && program.endsWith('.js'))
    return {
      problem: `backscroll needs Node 22.16 or newer, and the one on the PATH is ${process.versions.node}: install a newer Node, from your package manager or nodejs.org.`,
      missing: 'node',
    }
  return { program, node, nodeVersion }
}

/** The script where npm made a link to it, else the program: package managers also write small programs of their own. */
function findOnPath() {
  return findIn((process.env.PATH || process.env.Path || '').split(delimiter).filter(isAbsolute))
}

function findIn(folders) {
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name)
      if (!isProgram(path)) continue
      const beside = join(folder, 'node_modules', 'backscroll', inPackage)
      return isWindows && existsSync(beside) ? beside : realpathSync(path)
    }
  }
}

function findBeside() {
  const path = join(dirname(dirname(__dirname)), inPackage)
  return existsSync(path) ? path : undefined
}

/** Another process, which ends with this one. A program of a package manager runs the first Node on the PATH. */
function runOther(path, words) {
  const { spawn } = require('child_process')
  const isShim = isWindows && !/\.exe$/i.test(path)
  const folders = [plan.node && dirname(plan.node), process.env.PATH || process.env.Path]
  // A hook counts its time from the start of this process, which is the one that somebody waits for.
  const began = process.argv[2] === 'hook' && { BACKSCROLL_HOOK_BEGAN: String(Date.now() - process.uptime() * 1000) }
  const newPath = plan.node && { PATH: folders.filter(Boolean).join(delimiter) }
  const env = Object.assign({}, process.env, newPath, began)
  const options = { stdio: 'inherit', shell: isShim, windowsHide: true, env }
  const child = spawn(isShim ? `"${path}"` : path, words.concat(process.argv.slice(2)), options)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => fail(`${path} cannot be run: install it again.`))
  child.on('close', code => {
    process.exitCode = code === null ? 1 : code
  })
}

/** Whoever waits for a hook must not be told at each message; whoever looks why the server is not there is. */
function fail(message) {
  if (process.argv[2] === 'hook') return
  console.error(message)
  process.exitCode = 1
}

/** As a shell sees it, which looks further where a file may not be run. */
function isProgram(path) {
  try {
    if (!isWindows) accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
