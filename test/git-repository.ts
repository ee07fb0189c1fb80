import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { writeItem } from './temp-tree.ts'

/** A repository in a folder of a test; nothing of the machine's own settings shows through. */
export interface TestRepository {
  readonly folder: string
  write(path: string, content: string): void
  /** Commits everything at this time and gives the hash. */
  commit(message: string, at: string): string
  git(...args: readonly string[]): string
}

export function makeRepository(folder: string): TestRepository {
  const run = (args: readonly string[], env: { readonly [name: string]: string } = {}): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...env },
      encoding: 'utf8',
    })
  run(['init', '-q', '-b', 'main', '.'])
  return {
    folder,
    write: (path, content) => writeItem(join(folder, path), content),
    commit(message, at) {
      run(['add', '-A'])
      run(['commit', '-q', '-m', message], { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at })
      return run(['rev-parse', 'HEAD']).trim()
    },
    git: (...args) => run(args),
  }
}
