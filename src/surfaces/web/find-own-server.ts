import { randomBytes } from 'node:crypto'
import { isSameToken } from '../../serving/token.ts'
import { type ServerProof, signProof } from './access/access.ts'
import { makeCode } from './access/entry-codes.ts'
import { PROOF_PATH } from './http-app.ts'

const WAIT_MS = 2000
const MAX_ANSWER_BYTES = 1000

/**
 * A code for the server of this home that listens there already; undefined where something else does. It has to show
 * that it knows the token and is told neither that nor the code: whatever else listens there must learn nothing.
 */
export async function enterOwnServer(at: {
  readonly host: string
  readonly port: number
  readonly token: string
}): Promise<string | undefined> {
  const nonce = randomBytes(24).toString('base64url')
  try {
    const name = at.host.includes(':') ? `[${at.host}]` : at.host
    const response = await fetch(`http://${name}:${at.port}${PROOF_PATH}?nonce=${nonce}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    const answer = readProof(await readShort(response))
    if (!answer) return undefined
    const stamp = { port: at.port, run: answer.run, at: answer.at }
    return isSameToken(answer.proof, signProof(at.token, nonce, stamp)) ? makeCode(at.token, stamp) : undefined
  } catch {
    return undefined
  }
}

/** Whoever listens there may send without end. */
async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readProof(text: string): ServerProof | undefined {
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null) return undefined
  const { run, at, proof } = answer as { readonly [name: string]: unknown }
  return typeof run === 'string' && typeof at === 'number' && typeof proof === 'string' ? { run, at, proof } : undefined
}
