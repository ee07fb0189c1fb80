import { closeSync, fsyncSync, openSync } from 'node:fs'

/** The name must be there after a power cut, not only the content. Windows cannot do this, and need not. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
