import { randomBytes } from 'node:crypto'
import { isSameToken, signWith } from '../../../serving/token.ts'

/** How long an address opens the page. */
export const CODE_LIFE_MS = 10 * 60_000

/** Which run of a server may take a code, and when it was made: nothing of it is secret. */
export interface CodeStamp {
  readonly port: number
  /** Another one each time a server starts. */
  readonly run: string
  /** In seconds since that start: nobody can set this clock back or forward. */
  readonly at: number
}

/**
 * What stands in the address that is printed, for one browser to get its key with. Whoever knows the token makes it, with
 * the stamp of the server that is to take it; no request ever carries the token for that.
 */
export function makeCode(token: string, stamp: CodeStamp): string {
  const salt = randomBytes(9).toString('base64url')
  return `${stamp.at}.${salt}.${signCode(token, stamp, salt)}`
}

function signCode(token: string, { port, run, at }: CodeStamp, salt: string): string {
  return signWith(token, ['code', port, run, at, salt])
}

const CODE = /^(\d{1,12})\.([\w-]{12})\.([\w-]{43})$/

/** What one run of a server takes: each code once, and none that is too old. */
export class EntryCodes {
  readonly #port: number
  readonly #uptimeMs: () => number
  readonly #run = randomBytes(12).toString('base64url')
  /** Codes that were taken, until they are too old anyway. */
  readonly #taken = new Map<string, number>()

  constructor(port: number, uptimeMs: () => number) {
    this.#port = port
    this.#uptimeMs = uptimeMs
  }

  stamp(): CodeStamp {
    return { port: this.#port, run: this.#run, at: Math.floor(this.#uptimeMs() / 1000) }
  }

  /** Whether the code still opens the page. */
  fits(token: string, code: string): boolean {
    const [, at, salt, signature] = CODE.exec(code) ?? []
    if (at === undefined || salt === undefined || signature === undefined) return false
    const stamp = { ...this.stamp(), at: Number(at) }
    return isSameToken(signature, signCode(token, stamp, salt)) && this.#isYoung(stamp.at) && !this.#taken.has(code)
  }

  /** It opens nothing any more. */
  take(code: string): void {
    for (const [taken, at] of this.#taken) if (!this.#isYoung(at)) this.#taken.delete(taken)
    this.#taken.set(code, Number(code.split('.', 1)[0]))
  }

  #isYoung(at: number): boolean {
    const ageMs = this.#uptimeMs() - at * 1000
    return ageMs >= 0 && ageMs <= CODE_LIFE_MS
  }
}
