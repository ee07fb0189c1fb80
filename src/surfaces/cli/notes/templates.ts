import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DEFAULT_TEMPLATES,
  TEMPLATE_KINDS,
  TEMPLATE_NAMES,
  type TemplateKind,
} from '../../../render/notes/default-templates.ts'
import { parseTemplate, type Template } from '../../../render/notes/template.ts'
import { UserError } from '../../../user-error.ts'
import { hashOf } from './notes-state.ts'

export interface Templates {
  readonly of: { readonly [kind in TemplateKind]: Template }
  /** Another one for other templates. */
  readonly hash: string
}

/** Files of a folder, `session.md`, `day.md`, `project.md`; ours for those that are not there. */
export function readTemplates(folder: string | undefined): Templates {
  if (folder !== undefined && !existsSync(folder)) {
    const hint = 'Make it with `backscroll notes --print-template session > DIR/session.md`.'
    throw new UserError({ code: 'bad-template', message: `the folder of templates ${folder} does not exist`, hint })
  }
  const texts = TEMPLATE_KINDS.map(kind => readTemplate(folder, kind))
  const parsed = texts.map(({ kind, text, file }) => [kind, parseOne(text, kind, file)] as const)
  const of = Object.fromEntries(parsed) as unknown as Templates['of']
  return { of, hash: hashOf(texts.map(({ text }) => text).join('\0')) }
}

interface TemplateText {
  readonly kind: TemplateKind
  readonly text: string
  readonly file: string
}

function readTemplate(folder: string | undefined, kind: TemplateKind): TemplateText {
  const ours = { kind, text: DEFAULT_TEMPLATES[kind], file: `the template ${kind}` }
  if (folder === undefined) return ours
  const file = join(folder, `${kind}.md`)
  try {
    return { kind, text: readFileSync(file, 'utf8'), file }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return ours
    const hint = 'Check the folder after --templates, or the setting notesTemplates.'
    throw new UserError({ code: 'bad-template', message: `${file} cannot be read`, hint, cause })
  }
}

function parseOne(text: string, kind: TemplateKind, file: string): Template {
  if (!/backscroll:(?:begin|end)/.test(text)) return parseTemplate(text, TEMPLATE_NAMES[kind], file)
  const hint = 'Take them out: they are written around what the template makes.'
  throw new UserError({ code: 'bad-template', message: `${file} holds the marks of backscroll itself`, hint })
}
