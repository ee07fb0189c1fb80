import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve, sep } from 'node:path'

/** One change of the disk, about to happen. */
export interface FileStep {
  readonly name: StepName
  /** The file that it is about; of a rename, the new name. */
  readonly path: string
  /** Of a rename, the old name. */
  readonly from: string | undefined
  /** Does a half of it: of what is written, the first half of the bytes. */
  half(): void
}

/** What watches the steps of a process. */
export interface StepWatcher {
  before?(step: FileStep): void
  after?(step: FileStep): void
}

/** The calls of `node:fs` with which the command line changes files. */
const STEPS = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'ftruncateSync',
  'renameSync',
  'linkSync',
  'copyFileSync',
  'rmSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
  'chmodSync',
  'utimesSync',
] as const
export type StepName = (typeof STEPS)[number]

const WRITING = /^(?:w|a|r\+)/
const { O_WRONLY, O_RDWR } = fs.constants

/**
 * Shows every step by which this process changes a file below `folder`, while it goes on as ever. The calls themselves are
 * the real ones. Gives what ends it.
 */
export function watchSteps(folder: string, watcher: StepWatcher): () => void {
  const top = resolve(folder) + sep
  const isBelow = (path: unknown): path is string =>
    typeof path === 'string' && `${resolve(path)}${sep}`.startsWith(top)
  const opened = new Map<number, string>()
  const real = Object.fromEntries(STEPS.map(name => [name, fs[name]])) as { [Name in StepName]: Call }
  const realClose = fs.closeSync

  const about = (name: StepName, [first, second]: readonly unknown[]): string | undefined => {
    if (typeof first === 'number') return opened.get(first)
    const path = name === 'renameSync' || name === 'linkSync' || name === 'copyFileSync' ? second : first
    return isBelow(path) ? resolve(path) : undefined
  }

  const half = (name: StepName, args: readonly unknown[]): void => {
    if (name === 'writeSync') {
      const bytes = Buffer.from(args[1] as string)
      real.writeSync(args[0], bytes.subarray(0, bytes.length >> 1), 0, bytes.length >> 1)
    }
    if (name === 'writeFileSync') {
      const bytes = Buffer.from(args[1] as string)
      real.writeFileSync(args[0], bytes.subarray(0, bytes.length >> 1), args[2])
    }
    if (name === 'copyFileSync') {
      const bytes = fs.readFileSync(String(args[0]))
      real.writeFileSync(args[1], bytes.subarray(0, bytes.length >> 1))
    }
  }

  for (const name of STEPS) {
    const call: Call = (...args) => {
      const path = about(name, args)
      const isChange = name !== 'openSync' || opensForWriting(args[1])
      const from = name === 'renameSync' && typeof args[0] === 'string' ? resolve(args[0]) : undefined
      const step = path === undefined || !isChange ? undefined : { name, path, from, half: () => half(name, args) }
      if (step) watcher.before?.(step)
      const result = real[name](...args)
      // A folder is opened for reading when its names are to be synced.
      if (name === 'openSync' && path !== undefined) opened.set(result as number, path)
      if (step) watcher.after?.(step)
      return result
    }
    Object.assign(fs, { [name]: call })
  }
  Object.assign(fs, {
    closeSync(file: number) {
      opened.delete(file)
      realClose(file)
    },
  })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, real, { closeSync: realClose })
    syncBuiltinESMExports()
  }
}

type Call = (...args: unknown[]) => unknown

function opensForWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (O_WRONLY | O_RDWR)) !== 0
  return typeof flags === 'string' && WRITING.test(flags)
}
