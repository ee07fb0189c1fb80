import type { ShareAnswer, ShareRequest } from '../../share/share-request.ts'
import { UserError } from '../../user-error.ts'
import { HttpError } from './error-answer.ts'
import { startOwn } from './start-own.ts'
import type { World } from './world.ts'

const MAX_ANSWER_BYTES = 32 * 1024 * 1024

type Shared = Exclude<ShareAnswer, { kind: 'problem' }>

/** Has another process share a session; it ends when nobody waits for it any more. */
export async function runShare(world: World, request: ShareRequest, signal: AbortSignal): Promise<Shared> {
  const said = await runProcess(world, JSON.stringify(request), signal)
  if (signal.aborted) throw gone()
  const answer = parseAnswer(said.out)
  if (!answer) throw new Error(`sharing ended with ${said.code}: ${said.err}`)
  if (answer.kind === 'problem') throw new UserError(answer)
  return answer
}

interface Said {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function runProcess(world: World, input: string, signal: AbortSignal): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = startOwn(world, 'share')
    const stop = (): void => void child.kill('SIGTERM')
    const chunks: Buffer[] = []
    let size = 0
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) stop()
      else chunks.push(chunk)
    })
    child.stderr.on('data', chunk => {
      err = (err + chunk).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', code => {
      signal.removeEventListener('abort', stop)
      resolve({ code, out: Buffer.concat(chunks).toString('utf8'), err })
    })
    signal.addEventListener('abort', stop, { once: true })
    // It may be gone before all of it is read: its end is told above.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    if (signal.aborted) stop()
  })
}

function parseAnswer(text: string): ShareAnswer | undefined {
  try {
    return JSON.parse(text) as ShareAnswer
  } catch {
    return undefined
  }
}

function gone(): HttpError {
  return new HttpError(503, { code: 'interrupted', message: 'nobody waits for it any more', hint: 'Ask again.' })
}
