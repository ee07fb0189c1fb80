// Runs backscroll for the plugin, in this process: a second one would double the time of each hook, and stand between the
// client and its server. Claude Code copies a plugin into a folder of its own, so backscroll is looked for on the PATH;
// beside the plugin it is only where a clone is used as it is. No module syntax: that takes 10 ms longer to start.
const { accessSync, constants, existsSync, realpathSync, statSync } = require('node:fs')
const { delimiter, dirname, isAbsolute, join } = require('node:path')
const { pathToFileURL } = require('node:url')

const isWindows = process.platform === 'win32'
const names = isWindows ? ['backscroll.cmd', 'backscroll.exe'] : ['backscroll']
const inPackage = join('dist', 'bin', 'backscroll.js')

// The shell that the client starts becomes this process, so that backscroll sees the client as its parent. Nobody is left
// to see to the exit code then, and one of a hook could stop what the client is doing.
if (process.argv[2] === 'hook')
  process.on('exit', () => {
    process.exitCode = 0
  })

const found = findOnPath() || findBeside()
if (found === undefined)
  fail('backscroll is not on the PATH: install it, so that `backscroll --version` works in a terminal.')
else if (found.endsWith('.js')) {
  process.argv[1] = found
  import(pathToFileURL(found).href).catch(() => fail(`${found} cannot be run: install backscroll again.`))
} else runOther(found)

/** The script where npm made a link to it, else the program: package managers also write small programs of their own. */
function findOnPath() {
  for (const folder of (process.env.PATH || process.env.Path || '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name)
      if (!isAbsolute(folder) || !isProgram(path)) continue
      const beside = join(folder, 'node_modules', 'backscroll', inPackage)
      return isWindows && existsSync(beside) ? beside : realpathSync(path)
    }
  }
}

function findBeside() {
  const path = join(dirname(dirname(__dirname)), inPackage)
  return existsSync(path) ? path : undefined
}

function runOther(path) {
  const { spawnSync } = require('node:child_process')
  const command = isWindows ? `"${path}"` : path
  const { status } = spawnSync(command, process.argv.slice(2), { stdio: 'inherit', shell: isWindows })
  process.exitCode = status === null ? 1 : status
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
