import type { SessionData } from './data/session-data.ts'

/** Puts a text on the clipboard; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The old way, for browsers that give a file no clipboard. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
  }
}

/** The address of a row: by its entry, or by its turn. */
export function linkTo(data: SessionData, row: number): string | undefined {
  const found = data.row(row)
  if (!found) return undefined
  const uuid = 'uuid' in found ? found.uuid : undefined
  const hash = found.kind === 'turn' || uuid === undefined ? `turns=${data.directory.rows.turn[row] ?? 0}` : uuid
  return new URL(`#${hash}`, location.href).href
}

/** What a row says, as far as it is open. */
export function textOf(box: HTMLElement): string {
  return box.querySelector<HTMLElement>(':scope > .row')?.innerText ?? ''
}
