import { isTellingName } from './common-names.ts'

/** A host beside the user that stands before it in a prompt. */
export interface Prompt {
  readonly user: string
  readonly host: string
  readonly hostAt: number
}

export interface HostPlace {
  readonly start: number
  readonly end: number
  readonly host: string
}

/** Where the name of a machine in a home network ends. */
export const HOST_ANCHORS: readonly string[] = ['.local', '.lan']

const USER_BEFORE = /(?<![\w.@/-])([A-Za-z_][\w.-]{1,31})$/
const HOST_AFTER =
  /([A-Za-z0-9][A-Za-z0-9-]{1,62})(?:\.(?:local|lan|home))?(?=:[~/]|:[^\s:]{0,60}[$#%]|[ ][^\n]{0,60}[$#%\]])/y

/** `alice@box:~/work$`, where `at` is the place of the `@`. */
export function promptAt(text: string, at: number): Prompt | undefined {
  const user = USER_BEFORE.exec(text.slice(Math.max(0, at - 34), at))?.[1]
  if (user === undefined) return undefined
  HOST_AFTER.lastIndex = at + 1
  const host = HOST_AFTER.exec(text)?.[1]
  return host !== undefined && isTellingName(host) ? { user, host, hostAt: at + 1 } : undefined
}

const LOCAL_NAME = /(?<![\w./\\~-])[A-Za-z0-9][A-Za-z0-9-]{1,62}$/

/**
 * `alices-laptop.local`, where `at` is the place of the dot. A name in code (`thread.local`) or of a file
 * (`settings.local`) looks alike, so a hyphen, a digit or what stands around it must speak for a machine.
 */
export function localHostAt(text: string, at: number): HostPlace | undefined {
  const end = at + (text[at + 2] === 'o' || text[at + 2] === 'O' ? 6 : 4)
  if (/[\w-]/.test(text[end] ?? ' ') || /^[.\\]\w/.test(text.slice(end, end + 2))) return undefined
  const from = Math.max(0, at - 66)
  const name = LOCAL_NAME.exec(
    text.slice(from, at).replace(/^[\s\S]*(?:\/\/|@)/, spaces => ' '.repeat(spaces.length)),
  )?.[0]
  if (name === undefined || !isTellingName(name)) return undefined
  const start = at - name.length
  const isNamed = /(?:\/\/|@)$/.test(text.slice(Math.max(0, start - 2), start)) || /^:\d/.test(text.slice(end, end + 2))
  const isMachine = /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+$/.test(name) || /^[a-z]+\d+$/i.test(name)
  if (!isNamed && !(isMachine && !FILE_WORDS.test(name))) return undefined
  return { start, end, host: text.slice(start, end) }
}

const FILE_WORDS = /(?:^|-)(?:env|settings?|config|compose|values|docker|vite|jest|next|test|override|profile)(?:-|$)/i
