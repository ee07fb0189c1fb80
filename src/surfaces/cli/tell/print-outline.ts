import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { createTurnCiter } from '../../../query/story/cite-turns.ts'
import { citeEntry } from '../../../render/story/place-text.ts'
import { renderOutline } from '../../../render/tell/markdown-outline.ts'
import type { Outline } from '../../../render/tell/outline.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { type CommandRequest, flagOption } from '../define-command.ts'
import { drawOutline } from './draw-outline.ts'

/** On the terminal, or with `--markdown` to paste. */
export function printOutline(app: App, request: CommandRequest, outline: Outline): void {
  if (flagOption(request, 'markdown')) app.out.write(renderOutline(outline))
  else app.out.lines(drawOutline(app, outline))
}

/** Markdown outlives this release: there each citation names the entry, which no later numbering moves. */
export function citeForGood(keep: IndexedKeep, request: CommandRequest, outline: Outline): Outline {
  if (!flagOption(request, 'markdown')) return outline
  const entryOf = createTurnCiter(keep)
  const cite = (citation: string): string => citeEntry(citation, entryOf(citation))
  return {
    ...outline,
    parts: outline.parts.map(part => ({
      ...part,
      items: part.items.map(item => ({
        ...item,
        cite: cite(item.cite),
        detailCite: item.detailCite === undefined ? undefined : cite(item.detailCite),
      })),
    })),
  }
}

export function refuseBoth(app: App, request: CommandRequest): void {
  if (!app.json || !flagOption(request, 'markdown')) return
  throw new UserError({
    code: 'options-conflict',
    message: '--json and --markdown cannot be asked for together',
    hint: 'Leave out one of them.',
  })
}
