import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { prepareResume } from '../commands/resume.ts'
import { QUIET } from './quiet.ts'
import { leaveInterrupts } from './run-own.ts'
import type { ScreenRow } from './screen-row.ts'

/**
 * Makes ready what can fail while the screen stands, so that its sentence can be read there. What is given starts the
 * client, and gives its exit code.
 */
export async function prepareStart(app: App, { shortId }: Pick<ScreenRow, 'shortId'>): Promise<() => Promise<number>> {
  if (app.isDemo) {
    throw new UserError({
      code: 'demo-only',
      message: 'sessions of the demo set cannot be resumed',
      hint: 'Enter reads them.',
    })
  }
  const said: string[] = []
  const err = {
    ...QUIET,
    line: (text = '') => void said.push(text),
    lines: (lines: Iterable<string>) => void said.push(...lines),
  }
  const { start, commandLine } = await prepareResume({ ...app, err }, shortId)
  if (!start) {
    throw new UserError({
      code: 'no-claude',
      message: '`claude` is not on the PATH',
      hint: `Where it is, run: ${commandLine}`,
    })
  }
  return async () => {
    app.err.lines(said)
    const outcome = await leaveInterrupts(start)
    return typeof outcome === 'object' ? outcome.exitCode : 0
  }
}
