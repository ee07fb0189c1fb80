import { z } from 'zod'
import { addMark, readMarks, requireTag } from '../../../archive/marks.ts'
import { requireSessionById } from '../../../query/find-session.ts'
import { orForgotten } from '../../../query/require-named.ts'
import type { World } from '../world.ts'
import { text } from './list-fields.ts'

/** How somebody marked a session. */
export interface SessionMarks {
  readonly schema: 'backscroll.marks/1'
  readonly id: string
  readonly isPinned: boolean
  readonly tags: readonly string[]
}

export const pinBody = z.object({ isPinned: z.boolean().describe('Pinned from now on, or no longer') })

const tagList = z.array(text(200)).max(50).default([])

export const tagsBody = z.object({
  add: tagList.describe('Words without spaces'),
  remove: tagList.describe('Tags to take away'),
})

export async function setPin(world: World, name: string, body: z.output<typeof pinBody>): Promise<SessionMarks> {
  const id = await requireId(world, name)
  const { keepDir } = world
  if (readMarks(keepDir).isPinned(id) !== body.isPinned) {
    addMark(keepDir, { session: id, at: world.now(), pin: body.isPinned })
  }
  return changed(world, id)
}

/** All of them are checked before the first is given. */
export async function setTags(world: World, name: string, body: z.output<typeof tagsBody>): Promise<SessionMarks> {
  body.add.forEach(requireTag)
  const id = await requireId(world, name)
  const { keepDir } = world
  const change = (tag: string, on: boolean): void => {
    if (readMarks(keepDir).withTag(tag).includes(id) !== on) addMark(keepDir, { session: id, at: world.now(), tag, on })
  }
  for (const tag of body.remove) change(tag, false)
  for (const tag of body.add) change(tag, true)
  return changed(world, id)
}

/** Marks go by the id: it does not matter which of several files is meant. */
export async function requireId(world: World, name: string): Promise<string> {
  return await world.askLibrary(({ sources }, keep) => {
    return orForgotten(keep, name, () => requireSessionById(sources, name)).id
  })
}

/** Lists and search may answer otherwise now. */
function changed(world: World, id: string): SessionMarks {
  const marks = readMarks(world.keepDir)
  world.events.tell({ kind: 'index' })
  return { schema: 'backscroll.marks/1', id, isPinned: marks.isPinned(id), tags: marks.tagsOf(id) }
}
