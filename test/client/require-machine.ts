import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What the suite runs beside the client, and the Debian package that has it. */
const TOOLS: readonly { readonly name: string; readonly from: string }[] = [
  { name: 'unshare', from: 'util-linux' },
  { name: 'mount', from: 'util-linux' },
  { name: 'ip', from: 'iproute2' },
  { name: 'tmux', from: 'tmux' },
  { name: 'git', from: 'git' },
  { name: 'bash', from: 'bash' },
  { name: 'npm', from: 'npm' },
]

export interface Machine {
  readonly platform: string
  readonly userId: number | undefined
  readonly path: string
}

/** Why the suite cannot run on this machine, and what to do; `undefined` where it can. */
export function findObstacle({ platform, userId, path }: Machine): string | undefined {
  if (platform !== 'linux') return `The client is run in a network namespace, which ${platform} has not: use Linux.`
  if (userId !== 0) {
    return 'Only root may make a network namespace: run this as root, best in a container or a virtual machine.'
  }
  const missing = TOOLS.filter(({ name }) => !path.split(delimiter).some(folder => isProgram(join(folder, name))))
  if (missing.length === 0) return undefined
  const names = missing.map(({ name }) => name).join(', ')
  const packages = [...new Set(missing.map(({ from }) => from))].join(' ')
  return `Not on the PATH: ${names}. On Debian: apt-get install ${packages}`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
