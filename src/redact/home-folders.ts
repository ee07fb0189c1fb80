import { isSharedFolder } from './common-names.ts'
import { isEdgeBefore } from './loose-match.ts'

/** A home folder as it stands in a text. */
export interface HomePlace {
  readonly start: number
  readonly end: number
  /** The same for every way of writing it. */
  readonly home: string
  readonly user: string
  /** What stands for it, if not `~`. */
  readonly replacement: string | undefined
  /** What follows speaks of a home folder and not of a page of some web site at `/home/…`. */
  readonly isCertain: boolean
}

/** Where a home folder may stand; `homeAt` is asked about each. Given in lower case, found in any. */
export const HOME_ANCHORS: readonly string[] = [
  '/home/',
  '/home\\',
  '\\home\\',
  '/users/',
  '/users\\',
  '\\users\\',
  '%2fhome%2f',
  '%2fusers%2f',
  '%5cusers%5c',
  '/-home-',
  '/-users-',
  '\\-home-',
  '\\-users-',
]

const SEPARATOR = /(?:\/|\\+\/?|%2[fF]|%5[cC])+/y
const NAME = /[\p{L}\p{N}_][\p{L}\p{N}._@+-]{0,63}/uy
const NAME_WITH_SPACES = /[\p{L}\p{N}_][\p{L}\p{N}._@+-]{0,31}(?: [\p{L}\p{N}._@+-]{1,31}){1,3}(?=\\|\/)/uy
/** What may stand before /home or /Users and still belong to the folder. */
const MOUNT =
  /(?:(?:\/mnt|\/cygdrive)?\/[A-Za-z]|[A-Za-z](?::|%3[aA])|\/Volumes\/[\w-]{1,40}|\/System\/Volumes\/Data|\/var|\/export|\/usr|\/private|wsl(?:\$|\.localhost)\\+[\w.-]{1,40})$/
const CERTAIN =
  /(?:\/|\\+\/?|%2[fF]|%5[cC])(?:\.[a-z]|(?:Desktop|Documents|Downloads|Library|Pictures|AppData|OneDrive|work|works|workspace|workspaces|projects?|code|src|source|dev|git|repos?|go|bin|tmp|venv|miniconda3?|anaconda3?|snap|github)(?![\w.-]))/y

/** `at` is where one of the anchors begins. */
export function homeAt(text: string, at: number, field: string | undefined): HomePlace | undefined {
  const word = /[hu]/i.exec(text.slice(at, at + 4))
  if (!word) return undefined
  const wordAt = at + word.index
  if (text[wordAt - 1] === '-') return slugAt(text, at, wordAt)
  const isHome = text.startsWith('home', wordAt)
  const isUsers = text.startsWith('Users', wordAt)
  const wordEnd = wordAt + (isHome ? 4 : 5)
  SEPARATOR.lastIndex = wordEnd
  const nameAt = wordEnd + (SEPARATOR.exec(text)?.[0].length ?? 0)
  const start = rootStart(text, at)
  if (start === undefined) return undefined
  const prefix = text.slice(start, at).replace(/\\+$/, '')
  const isDrive = /^[A-Za-z](?::|%3[aA])/.test(prefix)
  // `/users/…` in small letters is a route of a web service, unless a drive stands before it.
  if (!isHome && !isUsers && !isDrive) return undefined
  if (text[at] === '\\' && prefix === '' && text[at + 1] !== '/') return undefined
  const name = nameIn(text, nameAt, isDrive)
  if (name === undefined || isSharedFolder(name)) return undefined
  const end = nameAt + name.length
  CERTAIN.lastIndex = end
  const isCertain = isDrive || isPathField(field) || CERTAIN.test(text)
  return { start, end, home: homeOf(prefix, isHome, name), user: name, replacement: undefined, isCertain }
}

function nameIn(text: string, at: number, isDrive: boolean): string | undefined {
  NAME_WITH_SPACES.lastIndex = at
  const spaced = isDrive ? NAME_WITH_SPACES.exec(text)?.[0] : undefined
  if (spaced !== undefined) return spaced
  NAME.lastIndex = at
  return NAME.exec(text)?.[0].replace(/[.@+-]+$/, '')
}

/** Where the path begins, drive or mount included; undefined where it is the middle of a longer one. */
function rootStart(text: string, anchorAt: number): number | undefined {
  let at = anchorAt
  while (at > 0 && text[at] === '\\' && text[at - 1] === '\\') at--
  if (text[anchorAt] === '/') while (at > 0 && text[at - 1] === '\\') at--
  const mount = MOUNT.exec(text.slice(Math.max(0, at - 64), at))
  if (mount) {
    const start = at - mount[0].length
    if (isRootEdge(text, start)) return start
  }
  return isRootEdge(text, at) ? at : undefined
}

function isRootEdge(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text[at - 1] as string
  if (before === '/') return /(?:^|[^\w])(?:file|vscode-remote|vscode):\/\/$/.test(text.slice(Math.max(0, at - 20), at))
  return isEdgeBefore(text, at) && !'.~})]'.includes(before)
}

function isPathField(field: string | undefined): boolean {
  return field !== undefined && /(?:^cwd|^filename|^file|path|dir|folder|root|worktree)$/i.test(field)
}

function homeOf(prefix: string, isHome: boolean, name: string): string {
  if (isHome) return `/home/${name}`
  const drive = /^([A-Za-z])(?::|%3)/.exec(prefix) ?? /^\/(?:mnt\/|cygdrive\/)?([A-Za-z])$/.exec(prefix)
  return drive ? `${drive[1]?.toUpperCase()}:\\Users\\${name}` : `/Users/${name}`
}

const SLUG_NAME = /[A-Za-z0-9]+(?=-|[^A-Za-z0-9]|$)/y

/** `projects/-home-alice-work`: the name of a project folder tells the home folder too. */
function slugAt(text: string, at: number, wordAt: number): HomePlace | undefined {
  if (!/projects(?:\/|\\+)$/.test(text.slice(Math.max(0, at - 12), wordAt - 1))) return undefined
  const isHome = text.startsWith('home-', wordAt)
  if (!isHome && !text.startsWith('Users-', wordAt)) return undefined
  const nameAt = wordAt + (isHome ? 5 : 6)
  SLUG_NAME.lastIndex = nameAt
  const user = SLUG_NAME.exec(text)?.[0]
  if (user === undefined || isSharedFolder(user)) return undefined
  const home = `/${isHome ? 'home' : 'Users'}/${user}`
  return { start: wordAt - 1, end: nameAt + user.length, home, user, replacement: '-~', isCertain: true }
}

/** A home folder as project folders are named after it; undefined where that is one everyday word. */
export function slugOf(home: string): string | undefined {
  const slug = home.replaceAll(/[^A-Za-z0-9]/g, '-')
  return /[A-Za-z0-9]-+[A-Za-z0-9]/.test(slug) ? slug : undefined
}
