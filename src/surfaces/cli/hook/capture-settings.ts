import { readFileSync } from 'node:fs'
import { type ParseError, parse } from 'jsonc-parser'
import { listExcluded } from '../../../config/list-excluded.ts'
import { UserError } from '../../../user-error.ts'

/** What capturing takes from the settings. */
export interface CaptureSettings {
  readonly exclude: readonly string[]
  readonly roots: readonly string[] | undefined
}

/**
 * Reads a broken file as far as it can: a session must not be lost over a comma. Only where it may hold projects that are
 * kept out, and nobody can tell which, it throws.
 */
export function readCaptureSettings({ path, home }: { readonly path: string; readonly home: string }): CaptureSettings {
  const text = readText(path)
  const errors: ParseError[] = []
  const json: unknown = parse(text, errors, { allowTrailingComma: true })
  const { exclude, roots } = (typeof json === 'object' && json !== null ? json : {}) as {
    exclude?: unknown
    roots?: unknown
  }
  const excluded = listTexts(exclude)
  if (!excluded && text.includes('"exclude"')) throw unreadable(path)
  return { exclude: listExcluded({ config: { exclude: excluded ?? [] }, home }), roots: listTexts(roots) }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw unreadable(path, cause)
  }
}

/** Undefined where it is no list of texts. */
function listTexts(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.every(item => typeof item === 'string')
  return isList ? value : undefined
}

function unreadable(path: string, cause?: unknown): UserError {
  return new UserError({
    code: 'bad-config',
    message: `nothing is kept by hooks while ${path} cannot be read: it may say which projects are kept out`,
    hint: 'Repair the file; what hooks asked for is kept then.',
    cause,
  })
}
