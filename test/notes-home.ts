import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from './cli-runner.ts'
import type { KeepHome } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'

/** A vault with what this machine writes into it. */
export interface NotesHome {
  readonly vault: string
  /** Runs `notes --json` and gives its report. */
  notes(args?: readonly string[]): Promise<NotesAnswer>
  notesRaw(args?: readonly string[]): Promise<Result>
  /** Names of all files, without the folder of ours. */
  list(): readonly string[]
  read(name: string): string
  write(name: string, text: string): void
  /** The note of a session whose id begins so. */
  noteOf(id: string): string
}

export interface NotesAnswer {
  readonly code: number | null
  readonly sessions: number
  readonly running: number
  readonly copies: number
  readonly silent: number
  readonly machine: string
  readonly written: readonly string[]
  readonly unchanged: number
  readonly others: number
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  readonly failed: readonly { readonly path: string; readonly why: string }[]
}

export function makeNotesHome(made: Pick<KeepHome, 'run'>, vault = makeTree({})): NotesHome {
  const at = (name: string): string => join(vault, 'backscroll', name)
  const list = (): readonly string[] =>
    existsSync(join(vault, 'backscroll'))
      ? readdirSync(join(vault, 'backscroll'), { recursive: true, encoding: 'utf8' })
          .filter(name => statSync(at(name), { throwIfNoEntry: false })?.isFile())
          .sort()
      : []
  const notesRaw = (args: readonly string[] = []): Promise<Result> => made.run(['notes', '--vault', vault, ...args])
  return {
    vault,
    async notes(args = []) {
      const { code, out, err } = await notesRaw(['--json', ...args])
      if (!out.startsWith('{')) throw new Error(err)
      return { code, ...JSON.parse(out) }
    },
    notesRaw,
    list,
    read: name => readFileSync(at(name), 'utf8'),
    write(name, text) {
      mkdirSync(join(at(name), '..'), { recursive: true })
      writeFileSync(at(name), text)
    },
    noteOf(id) {
      const found = list().find(name => name.startsWith('sessions/') && name.includes(` ${id.slice(0, 8)}`))
      if (found === undefined) throw new Error(`no note of ${id}`)
      return found
    },
  }
}

/** All files of a vault with what stands in them. */
export function dumpVault(vault: string): { readonly [name: string]: string } {
  const names = readdirSync(vault, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(vault, name)).isFile(),
  )
  return Object.fromEntries(names.sort().map(name => [name, readFileSync(join(vault, name), 'utf8')]))
}
