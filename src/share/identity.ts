import { hostname } from 'node:os'
import type { Identity } from '../redact/redaction.ts'
import { isFormatWord } from './refuse-word.ts'

/** Who and where: told by the machine, and by the folders that sessions were started in. */
export function buildIdentity(
  app: { readonly home: string; readonly env: { readonly [name: string]: string | undefined } },
  cwds: readonly string[],
  machine: string = hostname(),
): Identity {
  const { HOME, USERPROFILE, USER, LOGNAME, USERNAME, SUDO_USER, HOSTNAME, COMPUTERNAME } = app.env
  const homes = unique([app.home, HOME, USERPROFILE, ...cwds.map(homeOf)].map(trimPath)).filter(isHome)
  const users = unique([USER, LOGNAME, USERNAME, SUDO_USER, ...homes.map(lastPart)])
  const hosts = unique([machine, HOSTNAME, COMPUTERNAME].flatMap(host => (host ? [host, host.split('.')[0]] : [])))
  return { homes, users: users.filter(isTelling), hosts: hosts.filter(isTelling) }
}

/** The home folder that a path lies in, by the customs of Linux, macOS and Windows; also as WSL and Git Bash write it. */
function homeOf(path: string): string | undefined {
  return /^(?:(?:\/mnt)?\/[a-z]\/Users|[A-Za-z]:[\\/]Users|\/home|\/Users|\/var\/home)[\\/][^\\/]+/.exec(path)?.[0]
}

/** Folders of that name belong to nobody. */
const SHARED: ReadonlySet<string> = new Set(['shared', 'public', 'default'])

function isHome(path: string): boolean {
  return /[\\/][^\\/]+[\\/]?$/.test(path) && path.length > 3 && !SHARED.has(lastPart(path).toLowerCase())
}

/** Accounts and machines with names that millions share tell nothing, and are everyday words elsewhere. */
const EVERYDAY: ReadonlySet<string> = new Set(
  (
    'root user users admin administrator ubuntu debian fedora centos ec2-user vagrant docker node nobody runner ci ' +
    'build builder jenkins git gitpod vscode codespace coder developer dev test tester guest demo home work app www ' +
    'data main server client local localhost localhost.localdomain host machine computer desktop laptop macbook mac ' +
    'windows linux pi claude agent sandbox workspace project projects code default shared public'
  ).split(' '),
)
const MIN_LENGTH = 3

function isTelling(name: string): boolean {
  return name.length >= MIN_LENGTH && !EVERYDAY.has(name.toLowerCase()) && !isFormatWord(name) && !/^\d+$/.test(name)
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast(part => part !== '') ?? ''
}

function trimPath(path: string | undefined): string | undefined {
  return path?.replace(/(?<=[^\\/:])[\\/]+$/, '')
}

function unique(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter(text => text !== undefined && text !== ''))] as string[]
}
