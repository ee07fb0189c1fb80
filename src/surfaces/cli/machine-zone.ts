import { readlinkSync } from 'node:fs'
import type { App } from './app.ts'

/**
 * The name of the machine's time zone where a variable or a link tells it: asking Intl takes 20 ms. Undefined where they do
 * not, or in a way that only Intl understands.
 */
export function machineZoneName(
  { env, platform }: Pick<App, 'env' | 'platform'>,
  localtime = '/etc/localtime',
): string | undefined {
  const { TZ } = env
  if (TZ !== undefined && TZ !== '') return nameIn(TZ.replace(/^:/, ''))
  return platform === 'win32' ? undefined : nameIn(linkedName(localtime))
}

/** Systems link it to the file of their zone. */
function linkedName(path: string): string {
  try {
    return /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(readlinkSync(path))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Names of places alone: `EST5EDT` and the like have rules that only Intl knows the name of. */
function nameIn(text: string): string | undefined {
  if (UTC.has(text)) return 'UTC'
  return /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_+/-]+$/.test(text)
    ? text
    : undefined
}

const UTC = new Set(['UTC', 'Etc/UTC', 'Etc/UCT', 'UCT', 'Etc/Universal', 'Universal', 'Etc/Zulu', 'Zulu'])
