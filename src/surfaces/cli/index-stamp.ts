import { statSync } from 'node:fs'

/** Changes with each commit to the index, whoever makes it. */
export function indexStamp(indexPath: string): string {
  return ['', '-wal']
    .map(suffix => statSync(indexPath + suffix, { throwIfNoEntry: false }))
    .map(stat => (stat ? `${stat.mtimeMs}:${stat.size}` : ''))
    .join(' ')
}
