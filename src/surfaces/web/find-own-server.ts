import { randomBytes } from 'node:crypto'
import { isSameToken, proveToken } from '../../serving/token.ts'
import { PROOF_PATH } from './http-app.ts'

const WAIT_MS = 2000
const MAX_ANSWER_BYTES = 1000

/**
 * Whether a server of this home listens there already. It has to show that it knows the token and is not told it:
 * whatever else listens there must not learn it.
 */
export async function findOwnServer(at: {
  readonly host: string
  readonly port: number
  readonly token: string
}): Promise<boolean> {
  const nonce = randomBytes(24).toString('base64url')
  try {
    const name = at.host.includes(':') ? `[${at.host}]` : at.host
    const response = await fetch(`http://${name}:${at.port}${PROOF_PATH}?nonce=${nonce}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    const proof = readProof(await readShort(response))
    return proof !== undefined && isSameToken(proof, proveToken(at.token, nonce, at.port))
  } catch {
    return false
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

function readProof(text: string): string | undefined {
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null || !('proof' in answer)) return undefined
  return typeof answer.proof === 'string' ? answer.proof : undefined
}
