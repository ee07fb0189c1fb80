import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { App } from './app.ts'
import { findProgram } from './find-program.ts'

/** Opens a file or an address with the program that the system has for it. Gives why that cannot be done. */
export async function openWithSystem(app: Pick<App, 'env' | 'platform'>, target: string): Promise<string | undefined> {
  const program = OPENERS[app.platform] ?? ['xdg-open', 'wslview']
  const found = program.map(name => findProgram(name, app)).find(path => path !== undefined)
  return found === undefined ? `there is no ${program[0]}` : await start(found, target)
}

const OPENERS: { readonly [platform: string]: readonly string[] } = { darwin: ['open'], win32: ['explorer'] }

/** How long a program may take to say that it cannot: xdg-open looks for a browser first. */
const WAIT_MS = 2000

/** Without a shell: the name of a file is never a command. */
function start(program: string, target: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(program, [target], { detached: true, stdio: 'ignore' })
    child.once('error', error => resolve(error.message))
    let wait: NodeJS.Timeout | undefined
    child.once('exit', code => {
      clearTimeout(wait)
      // Explorer says 1 for success.
      const isBad = code !== null && code !== 0 && !/explorer(?:\.exe)?$/i.test(program)
      resolve(isBad ? `${basename(program)} ended with ${code}` : undefined)
    })
    child.once('spawn', () => {
      // It may stay open for as long as the person reads.
      child.unref()
      wait = setTimeout(() => resolve(undefined), WAIT_MS)
    })
  })
}
