// Looks for a Node that backscroll can run on, where the one on the PATH is too old, and for a backscroll that was installed
// with another Node than that one. Reads a few folders; runs what has no version in its name, and only where nothing else is
// found. Loaded only then. The words stay plain enough for an old Node to read.
const { existsSync, readFileSync, readdirSync, realpathSync } = require('fs')
const { homedir } = require('os')
const { delimiter, dirname, isAbsolute, join } = require('path')

const NEEDED = [22, 16, 0]
const MAX_RUN = 4
const RUN_MS = 2000

const isWindows = process.platform === 'win32'
const env = process.env

module.exports = { findNode, listNamed }

/** Whether backscroll runs on this version, such as `v22.16.0`. */
function isEnough(version) {
  const numbers = numbersOf(version)
  return numbers !== undefined && compare(numbers, NEEDED) >= 0
}

/** The newest that fits, as `{ path, version }`; undefined where there is none. `packages`: folders of backscroll. */
function findNode(packages) {
  const named = packages.map(findOwn).concat(listNamed())
  const fitting = named.filter(node => node !== undefined && isEnough(node.version))
  return fitting.sort(byVersion)[0] || findUnnamed()
}

/** The package `node`, which a clone of backscroll brings along. */
function findOwn(folder) {
  const own = join(folder, 'node_modules', 'node')
  try {
    return makeNode(join(own, 'bin'), JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).version)
  } catch {
    return undefined
  }
}

/** Every Node that a version manager has, whatever its version, the newest first. */
function listNamed() {
  const found = []
  for (const place of listPlaces()) {
    for (const name of listNames(place.folder)) {
      const folder = join(place.folder, name, place.inside || '')
      const node = numbersOf(name) && makeNode(isWindows ? folder : join(folder, 'bin'), name)
      if (node) found.push(node)
    }
  }
  return found.sort(byVersion)
}

/** Folders that hold one folder for each version. */
function listPlaces() {
  const home = homedir()
  const data = env.XDG_DATA_HOME || join(home, '.local', 'share')
  const local = env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  const roaming = env.APPDATA || join(home, 'AppData', 'Roaming')
  const managers = isWindows
    ? {
        nvm: [env.NVM_HOME, join(roaming, 'nvm')],
        fnm: [env.FNM_DIR, join(roaming, 'fnm')],
        volta: [env.VOLTA_HOME, join(local, 'Volta')],
        mise: [env.MISE_DATA_DIR, join(local, 'mise')],
        asdf: [],
        n: [],
      }
    : {
        nvm: [env.NVM_DIR, join(home, '.nvm')],
        fnm: [env.FNM_DIR, join(data, 'fnm'), join(home, '.fnm'), join(home, 'Library', 'Application Support', 'fnm')],
        volta: [env.VOLTA_HOME, join(home, '.volta')],
        mise: [env.MISE_DATA_DIR, join(data, 'mise')],
        asdf: [env.ASDF_DATA_DIR, join(home, '.asdf')],
        n: [env.N_PREFIX, '/usr/local', join(home, 'n')],
      }
  return [].concat(
    at(managers.nvm, isWindows ? '' : join('versions', 'node')),
    at(managers.fnm, 'node-versions', 'installation'),
    at(managers.volta, join('tools', 'image', 'node')),
    at(managers.mise, join('installs', 'node')),
    at(managers.asdf, join('installs', 'nodejs')),
    at(managers.n, join('n', 'versions', 'node')),
    isWindows ? [] : listCellars(),
  )
}

function at(folders, below, inside) {
  const named = folders.filter(folder => folder && isAbsolute(folder))
  return named
    .filter((folder, place) => named.indexOf(folder) === place)
    .map(folder => {
      return { folder: join(folder, below), inside }
    })
}

/** Homebrew's, one for each formula: `node`, `node@22`. */
function listCellars() {
  const prefixes = [env.HOMEBREW_PREFIX, '/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew']
  return [].concat.apply(
    [],
    at(prefixes, 'Cellar').map(cellar => {
      const formulas = listNames(cellar.folder).filter(name => /^node(@\d+)?$/.test(name))
      return formulas.map(name => ({ folder: join(cellar.folder, name) }))
    }),
  )
}

/** What stands on the PATH behind the first, and where Node is put by hand. */
function findUnnamed() {
  const usual = isWindows
    ? [join(env.ProgramFiles || 'C:\\Program Files', 'nodejs')]
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin']
  const folders = (env.PATH || env.Path || '').split(delimiter).concat(usual)
  const seen = [realPath(process.execPath)]
  for (const folder of folders.filter(isAbsolute)) {
    const node = makeNode(folder, '')
    if (!node || seen.indexOf(realPath(node.path)) >= 0) continue
    if (seen.push(realPath(node.path)) > MAX_RUN + 1) return undefined
    const found = makeNode(folder, askVersion(node.path))
    if (isEnough(found.version)) return found
  }
  return undefined
}

function askVersion(path) {
  const { spawnSync } = require('child_process')
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: RUN_MS, windowsHide: true })
  return (stdout || '').trim()
}

function makeNode(folder, version) {
  const path = join(folder, isWindows ? 'node.exe' : 'node')
  return existsSync(path) ? { path, version: version.replace(/^v|_\d+$/g, ''), folder: dirname(path) } : undefined
}

function listNames(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function realPath(path) {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Undefined for what is no release: `22`, `lts`, `v23.0.0-nightly`. */
function numbersOf(version) {
  const parts = /^v?(\d+)\.(\d+)\.(\d+)(_\d+)?$/.exec(version || '')
  return parts ? parts.slice(1, 4).map(Number) : undefined
}

function byVersion(a, b) {
  return compare(numbersOf(b.version), numbersOf(a.version))
}

function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
