import { spawnSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Addresses for documentation: nobody has them, but without a namespace a packet would leave for them. */
const OUTSIDE = ['192.0.2.1', '2001:db8::1'] as const
const NAME = 'example.com'
const UNREACHABLE = ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']
const LIMIT_MS = 5_000

/** The first way out of this network namespace that is found, as a clause; `undefined` where there is none. */
export async function findWayOut(): Promise<string | undefined> {
  const links = run('ip', ['-o', 'link', 'show'])
  const other = links.filter(line => !/^\d+: lo:/.test(line))
  if (links.length === 0) return 'the interfaces cannot be listed'
  if (other.length > 0) return `there is an interface beside loopback (${other[0]?.split(':')[1]?.trim()})`
  for (const [name, addresses] of Object.entries(networkInterfaces())) {
    if (name !== 'lo' && addresses) return `there is an interface beside loopback (${name})`
  }
  for (const family of ['-4', '-6']) {
    const route = run('ip', [family, 'route', 'show', 'table', 'all']).find(line => !/\bdev lo\b/.test(line))
    if (route !== undefined) return `there is a route (${route.trim()})`
  }
  for (const host of OUTSIDE) {
    const ending = await tryConnection(host)
    if (!UNREACHABLE.includes(ending)) return `an outside address is not unreachable (${host}: ${ending})`
  }
  const address = await tryName()
  return address === undefined ? undefined : `names of the internet are resolved (${NAME}: ${address})`
}

function run(command: string, args: readonly string[]): readonly string[] {
  const { stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return (stdout ?? '').split('\n').filter(line => line.trim() !== '')
}

function tryConnection(host: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect({ host, port: 443 })
    const end = (ending: string): void => {
      socket.destroy()
      resolve(ending)
    }
    socket.setTimeout(LIMIT_MS, () => end('no answer'))
    socket.on('connect', () => end('connected'))
    socket.on('error', error => end((error as NodeJS.ErrnoException).code ?? 'error'))
  })
}

async function tryName(): Promise<string | undefined> {
  try {
    return (await lookup(NAME)).address
  } catch {
    return undefined
  }
}
