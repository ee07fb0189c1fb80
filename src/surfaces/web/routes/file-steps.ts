import { z } from 'zod'
import { type FileState, fileState } from '../../../query/file-at/file-state.ts'
import { type FileSteps, fileSteps } from '../../../query/file-at/file-steps.ts'
import type { World } from '../world.ts'
import { count, flag, text } from './list-fields.ts'

const path = text(4000).describe('`as`, or else `path`, of a FilePath: the whole path as it is recorded')
const number = z.coerce.number().int().min(0).max(10_000_000)

export const fileStepsQuery = z.object({
  path,
  before: number.optional().describe('Only steps before this one'),
  changes: flag.describe('Not those that only tell what the file was'),
  limit: count(50, 200).describe('At most so many steps, the last ones'),
})

export function askFileSteps(world: World, query: z.output<typeof fileStepsQuery>): Promise<FileSteps> {
  const { path, before, limit, changes } = query
  return world.ask(keep => fileSteps(keep, { path, before, limit, isChangesOnly: changes }))
}

export const fileStateQuery = z.object({
  path,
  step: number.describe('`number` of a step'),
  from: z
    .union([z.literal('before'), number])
    .optional()
    .describe('What differs from this step, or from right before it; without it, the file itself'),
})

export function askFileState(world: World, query: z.output<typeof fileStateQuery>): Promise<FileState> {
  const { path, step, from } = query
  return world.ask(keep => fileState(keep, { path, number: step, from }))
}
