// Finds the browser that tests open exported pages in: CHROMIUM_PATH, or Chromium or Chrome where systems keep them.
// Where there is none and it can be done (root on Debian), it is installed.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Path of a browser, or undefined. */
export function findChromium(env = process.env, platform = process.platform) {
  const named = env.CHROMIUM_PATH
  if (named) return isProgram(named) ? named : undefined
  return listPlaces(env, platform).find(isProgram)
}

/** The browser; installs one where that is possible. Throws the sentence that says what to do. */
export function requireChromium(say = () => {}) {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH)
    throw new Error(
      `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is no program: set it to a Chromium or Chrome.`,
    )
  if (canInstall()) {
    say('Installing chromium …')
    installChromium()
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium or Chrome: install one (Debian: `apt-get install chromium`) or set CHROMIUM_PATH to it.',
  )
}

function listPlaces(env, platform) {
  if (platform === 'darwin') {
    const apps = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']
    return ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap(folder =>
      apps.map(app => join(folder, app)),
    )
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe']
    return roots.flatMap(root => programs.map(program => join(root, program)))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return NAMES.flatMap(name => folders.map(folder => join(folder, name)))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installChromium() {
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(requireChromium(text => console.error(text)))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
