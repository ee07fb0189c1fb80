import { z } from 'zod'
import type { Forgotten } from '../../../ingest/forget.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { describeKept, type KeptUnderId } from '../../../query/describe-kept.ts'
import { requireSessionById } from '../../../query/find-session.ts'
import { orForgotten } from '../../../query/require-named.ts'
import { takeLock } from '../../../store/lock.ts'
import { UserError } from '../../../user-error.ts'
import { runCommand } from '../run-command.ts'
import type { World } from '../world.ts'
import { text } from './list-fields.ts'

/** What would go. */
export interface ForgetPreview extends KeptUnderId {
  readonly schema: 'backscroll.forget-preview/1'
}

/** What `backscroll forget --json` prints. */
export interface ForgetReport extends Forgotten {
  readonly schema: 'backscroll.forget/1'
  readonly id: string
  /** Transcripts of the client, which are not ours to delete. */
  readonly stillAt: readonly string[]
}

export const forgetBody = z.object({
  confirm: text(200).describe('The whole id once more: this cannot be undone'),
})

/** Writing the index anew takes its time where it is large. */
const FORGET_MS = 10 * 60_000
/** The keeper writes for moments. */
const WAIT_FOR_LOCK_MS = 3000

export async function previewForget(world: World, name: string): Promise<ForgetPreview> {
  return await world.askLibrary((library, keep) => {
    const source = orForgotten(keep, name, () => requireSessionById(library.sources, name))
    if (library.sessionOf(source) === undefined) throw notKept(source.id)
    return { schema: 'backscroll.forget-preview/1', ...describeKept(library, source) }
  })
}

/** In a process of its own, which goes on when the client is gone: half of it would help nobody. */
export async function forgetSession(
  world: World,
  name: string,
  { confirm }: z.output<typeof forgetBody>,
): Promise<ForgetReport> {
  const { id } = await previewForget(world, name)
  if (confirm !== id) throw notConfirmed(id)
  await requireFree(world)
  const command = { name: 'forget', isReading: false, options: ['--yes'], words: [id] }
  const report = await runCommand<ForgetReport>(world, command, { signal: world.signal, timeoutMs: FORGET_MS })
  world.events.tell({ kind: 'index' })
  return report
}

/** The command itself waits for a minute, which is no answer to somebody before a page. */
async function requireFree({ keepDir, signal }: World): Promise<void> {
  const lock = await takeLock(keepPaths(keepDir).lock, { waitMs: WAIT_FOR_LOCK_MS, signal })
  if (!lock) throw busy()
  lock.release()
}

function busy(): UserError {
  return new UserError({
    code: 'keep-busy',
    message: 'another backscroll is writing to the archive, and nothing was done here',
    hint: 'Try again when it has ended; `backscroll status` shows what is kept.',
  })
}

function notKept(id: string): UserError {
  return new UserError({
    code: 'not-kept',
    message: `the session ${id} is on disk and not kept yet`,
    hint: 'Keep it with `backscroll sync`, which leaves out the projects in the setting `exclude`.',
  })
}

function notConfirmed(id: string): UserError {
  return new UserError({
    code: 'not-confirmed',
    message: `forgetting ${id} cannot be undone, and \`confirm\` is not its id`,
    hint: 'Repeat the whole id in `confirm`.',
  })
}
