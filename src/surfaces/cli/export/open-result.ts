import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { sanitizeLine } from '../../../text/sanitize.ts'
import type { App } from '../app.ts'
import { findProgram } from '../find-program.ts'
import type { ExportResult } from './export-result.ts'

/** Opens what was written with the program that the system has for it. One sentence where that cannot be done. */
export async function openResult(app: App, { files }: ExportResult): Promise<void> {
  const file = files.find(({ holds }) => holds === 'index') ?? files.find(({ holds }) => holds === 'session')
  if (!file) return
  const program = OPENERS[app.platform] ?? ['xdg-open', 'wslview']
  const found = program.map(name => findProgram(name, app)).find(path => path !== undefined)
  const why = found === undefined ? `there is no ${program[0]}` : await start(found, file.path)
  if (why !== undefined) app.err.line(`backscroll: it was not opened: ${sanitizeLine(why)}`)
}

const OPENERS: { readonly [platform: string]: readonly string[] } = { darwin: ['open'], win32: ['explorer'] }

/** How long a program may take to say that it cannot: xdg-open looks for a browser first. */
const WAIT_MS = 2000

/** Without a shell: the name of a file is never a command. Gives why it did not open. */
function start(program: string, path: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(program, [path], { detached: true, stdio: 'ignore' })
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
