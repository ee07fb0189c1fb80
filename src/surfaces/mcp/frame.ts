import { z } from 'zod'
import { checkInput } from '../../serving/check-input.ts'
import { projectKeyOf } from '../../source/project.ts'
import { formatNumberOf } from '../../text/count.ts'
import { UserError } from '../../user-error.ts'
import { hashQuestion, makeCursor, readCursor, requireSame } from './cursor.ts'
import type { Tool, ToolAnswer } from './define-tool.ts'
import { MIN_BYTES, packPart } from './pack-answer.ts'
import type { CallScope, McpWorld } from './world.ts'

export const DEFAULT_BYTES = 4096
export const MAX_BYTES = 65_536

/** What every tool takes beside its own arguments. */
const SHARED = {
  scope: z
    .enum(['project', 'all'])
    .default('project')
    .describe('Whose sessions: those of this project, or of all projects on this machine'),
  include_current: z
    .boolean()
    .default(false)
    .describe('Also the session that is running now, which is left out otherwise: you know it already'),
  max_bytes: z
    .int()
    .min(MIN_BYTES)
    .max(MAX_BYTES)
    .default(DEFAULT_BYTES)
    .describe('How long the answer may be; what is beyond comes with the cursor it ends with'),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('From the end of an earlier answer, with the same arguments as there: goes on where that ended'),
}
export const sharedInput = z.object(SHARED)

type SharedInput = z.output<typeof sharedInput>

/** All that a tool takes. */
export function inputOf(tool: Tool): z.ZodObject {
  return tool.input.extend(SHARED)
}

export interface FramedCall {
  /** As the client sent them. */
  readonly args: unknown
  readonly signal: AbortSignal
  /** Whom the call is about: asked for once its arguments are known to be good. */
  findScope(wanted: Pick<SharedInput, 'scope' | 'include_current'>): CallScope | Promise<CallScope>
  /** Which call goes on where this answer ends; this one otherwise. */
  readonly goOn?: string
}

/** One call of a tool, from what the client sent to a bounded text. Throws `UserError`. */
export async function answerCall(world: McpWorld, tool: Tool, call: FramedCall): Promise<string> {
  // Calls that came together begin one after another: one that was taken back meanwhile does not.
  await world.pause(call.signal)
  const input = readInput(tool, call.args)
  const { cursor: cursorText, max_bytes: maxBytes, ...wanted } = sharedInput.parse(pick(input, Object.keys(SHARED)))
  const scope = await call.findScope(wanted)
  call.signal.throwIfAborted()
  const own = pick(input, Object.keys(tool.input.shape))
  const project = scope.kind === 'project' ? projectKeyOf(scope.project) : ''
  const question = hashQuestion([tool.name, own, wanted, project])
  const cursor = cursorText === undefined ? undefined : readCursor(cursorText, question)
  const from = cursor ?? { block: 0, offset: 0 }
  const answer = await tool.run(world, {
    input: own,
    scope,
    includesCurrent: wanted.include_current,
    from: from.block,
    maxBytes,
    signal: call.signal,
  })
  call.signal.throwIfAborted()
  return packPart({
    answer: { ...answer, tail: tailOf(answer, scope) },
    from,
    maxBytes,
    goOn: call.goOn ?? 'repeat this call',
    makeCursor: (place, block) => makeCursor(question, place, block),
    onFirst: block => cursor && requireSame(cursor, block),
  }).text
}

function readInput(tool: Tool, args: unknown): { readonly [name: string]: unknown } {
  const checked = checkInput(inputOf(tool), args ?? {}, { what: 'argument', whole: 'what stands in arguments' })
  if ('value' in checked) return checked.value as { readonly [name: string]: unknown }
  const { message, hint = `The schema of ${tool.name} says what it takes; correct it and call again.` } =
    checked.problem
  throw new UserError({ code: 'bad-arguments', message, hint })
}

function pick(values: { readonly [name: string]: unknown }, names: readonly string[]) {
  return Object.fromEntries(names.filter(name => Object.hasOwn(values, name)).map(name => [name, values[name]]))
}

/** Where a project has nothing, another may: the model is told how to reach it. */
function tailOf({ tail = '', isEmpty, elsewhere }: ToolAnswer, { kind }: CallScope): string {
  const more = isEmpty && kind === 'project' ? describeElsewhere(elsewhere) : ''
  return [tail, more].filter(text => text !== '').join('\n')
}

function describeElsewhere(elsewhere: ToolAnswer['elsewhere']): string {
  if (!elsewhere) return 'Only this project was asked; scope: "all" asks all projects.'
  const { count, what, projects } = elsewhere
  if (count === 0) return 'Other projects have nothing either.'
  const named = projects.slice(0, MAX_PROJECTS).join(', ')
  const more = projects.length > MAX_PROJECTS ? ` and ${projects.length - MAX_PROJECTS} more` : ''
  const where =
    named === ''
      ? 'Other projects'
      : `${formatNumberOf(projects.length, 'other project', 'other projects')} (${named}${more})`
  return `${where} ${projects.length === 1 ? 'has' : 'have'} ${count} ${what}: repeat this call with scope: "all" to see them.`
}

const MAX_PROJECTS = 5
