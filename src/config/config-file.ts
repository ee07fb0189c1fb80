import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isNestedDeeper, MAX_SETTING_LEVELS } from '../text/nesting.ts'
import { suggest } from '../text/suggest.ts'
import { UserError } from '../user-error.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile } from './replace-file.ts'
import { type Config, findSetting, SETTINGS, type SettingName } from './settings.ts'

/** The settings of a file, every one checked; nothing where there is no file. */
export function readConfig(path: string): Config {
  const found = readConfigObject(path)
  for (const [name, value] of Object.entries(found)) {
    const setting = findSetting(name)
    if (!setting) throw unknownSetting(name, path)
    const wanted = setting.check(value)
    if (wanted === undefined) continue
    throw new UserError({
      code: 'bad-setting',
      message: `in ${path}, "${name}" must be ${wanted}, not ${JSON.stringify(value)}`,
      hint: `Put it right with \`backscroll config set ${name} …\`, or drop it with \`backscroll config unset ${name}\`.`,
    })
  }
  return found as Config
}

/** Undefined as the value takes the setting out. Other settings of the file stay as they are, good or not. */
export function writeSetting(path: string, name: SettingName, value: unknown): void {
  const found = readConfigObject(path)
  const entries = Object.entries(found).filter(([key]) => key !== name)
  if (value !== undefined) entries.push([name, value])
  writeText(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

export function unknownSetting(name: string, path: string | undefined): UserError {
  const names = SETTINGS.map(setting => setting.name)
  const near = suggest(name, names)
  return new UserError({
    code: 'unknown-setting',
    message: path ? `in ${path}, "${name}" is not a setting` : `"${name}" is not a setting`,
    hint: near ? `Did you mean ${near}?` : `The settings are ${names.join(', ')}.`,
  })
}

/** The file as it stands, without any check of its settings. */
export function readConfigObject(path: string): { readonly [name: string]: unknown } {
  const text = readText(path)
  if (text === undefined || text.trim() === '') return {}
  const value = parseJson(text.replace(/^\ufeff/, ''), path)
  if (isNestedDeeper(value, MAX_SETTING_LEVELS)) {
    const message = `the config file ${path} is nested more than ${MAX_SETTING_LEVELS} levels deep`
    throw new UserError({ code: 'bad-config', message, hint: REPAIR })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as { [name: string]: unknown }
  throw new UserError({ code: 'bad-config', message: `${path} must hold one JSON object`, hint: REPAIR })
}

const REPAIR = 'Open the file and repair it, or delete it to start afresh.'

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    const message = `the config file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? cause})`
    throw new UserError({ code: 'unreadable-config', message, hint: 'Check that it is a file you may read.', cause })
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `the config file ${path} is not JSON: ${(cause as Error).message.replace(/\s+/g, ' ')}`
    throw new UserError({ code: 'bad-config', message, hint: REPAIR, cause })
  }
}

function writeText(path: string, text: string): void {
  try {
    makeFolder(dirname(path))
    replaceFile(path, text)
  } catch (cause) {
    const message = `the config file ${path} cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause})`
    throw new UserError({ code: 'unwritable-config', message, hint: 'Check that you may write to that folder.', cause })
  }
}
