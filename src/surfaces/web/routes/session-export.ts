import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { TurnRange } from '../../../render/view/view-options.ts'
import type { ExportFormat, ExportShape } from '../../../share/export-shape.ts'
import type { RedactionWish } from '../../../share/share-request.ts'
import { UserError } from '../../../user-error.ts'
import { HttpError } from '../error-answer.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { loadReaderAssets } from '../reader-assets.ts'
import { runShare } from '../run-share.ts'
import type { World } from '../world.ts'
import { requireWords } from './redaction.ts'

export interface ExportWish extends ExportShape {
  readonly id: string
  readonly turns: TurnRange | undefined
  /** Undefined: nothing is taken out. */
  readonly redacts: RedactionWish | undefined
  readonly signal: AbortSignal
}

/**
 * One session as a file. It is written whole beside what is kept, and sent only when nothing went wrong until its end:
 * where a secret is left in it, not one byte of it leaves.
 */
export async function exportSession(world: World, wish: ExportWish): Promise<Response> {
  if (wish.format === 'jsonl') requirePlain(wish)
  if (wish.redacts) requireWords(wish.redacts)
  const signal = AbortSignal.any([wish.signal, world.signal])
  const path = join(prepareFolder(world), randomBytes(12).toString('hex'))
  try {
    const { name, sizeBytes } = await oneAtATime(world, signal, () => writeFile(world, { ...wish, signal }, path))
    return sendFile({ path, sizeBytes, name, format: wish.format })
  } catch (error) {
    rmSync(path, { force: true })
    throw explainHere(error)
  }
}

interface WrittenFile {
  readonly path: string
  readonly sizeBytes: number
  readonly name: string
  readonly format: ExportFormat
}

async function writeFile(
  world: World,
  wish: ExportWish,
  path: string,
): Promise<Pick<WrittenFile, 'name' | 'sizeBytes'>> {
  const { id, redacts, signal, format, level, agents, hasImages, turns } = wish
  const assets = format === 'html' ? await loadReaderAssets(world.packageDir) : undefined
  const file = { format, level, agents, hasImages, turns, path, assets }
  const answer = await runShare(world, { id, redacts, file }, signal)
  if (answer.kind !== 'file') throw new Error('no file')
  return answer
}

/** For the person alone; what a server that was killed left behind is taken away. */
function prepareFolder(world: World): string {
  const folder = join(world.keepDir, 'sharing')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && world.now() - stat.mtimeMs > LEFT_OVER_MS) rmSync(path, { force: true, recursive: true })
  }
  return folder
}

const LEFT_OVER_MS = 60 * 60_000

const TYPES: { readonly [Format in ExportFormat]: string } = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

function sendFile({ path, sizeBytes, name, format }: WrittenFile): Response {
  const stream = createReadStream(path, { fd: openSync(path, 'r') })
  // What is open can be read to its end when it has no name any more; Windows keeps it until then.
  stream.once('close', () => rmSync(path, { force: true }))
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const headers = {
    'Content-Type': TYPES[format],
    'Content-Length': String(sizeBytes),
    'Content-Disposition': attachmentOf(name),
  }
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { headers })
}

/** Names have letters of any script; old clients read the first, which has those of ASCII alone. */
function attachmentOf(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

function requirePlain({ level, agents, redacts }: ExportWish): void {
  if (redacts) {
    throw new HttpError(400, {
      code: 'jsonl-needs-no-redact',
      message: 'jsonl is the original bytes, with everything that is secret in them',
      hint: 'Ask for it with `redact` false if that is what you want.',
    })
  }
  if (level === 'raw' && agents !== 'only') return
  throw new HttpError(400, {
    code: 'options-conflict',
    message: 'jsonl holds all the original lines of the session',
    hint: 'Leave out `level` and `agents`.',
  })
}

/** What the command line says of a disk that is full names options that there are none of here. */
function explainHere(error: unknown): unknown {
  if (!(error instanceof UserError) || error.code !== 'export-failed') return error
  const hint = 'Free some space on the disk that backscroll keeps its things on.'
  return new HttpError(503, { code: error.code, message: error.message, hint })
}
