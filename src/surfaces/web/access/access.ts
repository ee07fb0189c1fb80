import { statSync } from 'node:fs'
import { BrowserKeys } from '../../../serving/browser-keys.ts'
import { bearerOf, isSameToken, signWith } from '../../../serving/token.ts'
import { type CodeStamp, EntryCodes, makeCode } from './entry-codes.ts'

/** Who asks: a program with the token, or a page in a browser that has a key. */
export type Caller = 'program' | 'page'

/** Where the token of a server stands, and what it is now. */
export interface TokenSource {
  readonly token: string
  readonly path: string
  /** Undefined where it cannot be read: then the one of before goes on. */
  read(): string | undefined
}

interface AccessParts {
  readonly source: TokenSource
  readonly keepDir: string
  readonly port: number
  /** Time since some moment, by a clock that nobody sets. */
  uptimeMs(): number
}

/** Who may ask this server. All keys hang on the token: when somebody makes another one, nothing of before fits. */
export class Access {
  readonly #source: TokenSource
  readonly #port: number
  readonly #codes: EntryCodes
  readonly #keys: BrowserKeys
  #token: string
  #fileState: string | undefined
  #revoking = new AbortController()

  constructor({ source, keepDir, port, uptimeMs }: AccessParts) {
    const startedMs = uptimeMs()
    this.#source = source
    this.#port = port
    this.#token = source.token
    this.#codes = new EntryCodes(port, () => uptimeMs() - startedMs)
    this.#keys = new BrowserKeys(keepDir)
  }

  /** Undefined: somebody who may not ask anything. */
  findCaller(headers: { get(name: string): string | null }): Caller | undefined {
    this.refresh()
    const given = bearerOf(headers)
    if (given === undefined) return undefined
    if (isSameToken(given, this.#token)) return 'program'
    return this.#keys.has(this.#token, given) ? 'page' : undefined
  }

  /** Aborted when what was let in until now may not be here any longer. */
  get untilRevoked(): AbortSignal {
    return this.#revoking.signal
  }

  makeCode(): string {
    this.refresh()
    return makeCode(this.#token, this.#codes.stamp())
  }

  /** The key of a browser that came with a code; its own, where it has a good one. Undefined: the code is none. */
  exchange(code: string, headers: { get(name: string): string | null }): string | undefined {
    const caller = this.findCaller(headers)
    if (!this.#codes.fits(this.#token, code)) return undefined
    const key = (caller === 'page' ? bearerOf(headers) : undefined) ?? this.#keys.make(this.#token)
    this.#codes.take(code)
    return key
  }

  prove(nonce: string): ServerProof {
    this.refresh()
    const { run, at } = this.#codes.stamp()
    return { run, at, proof: signProof(this.#token, nonce, { port: this.#port, run, at }) }
  }

  /** Another process may have made another token. */
  refresh(): void {
    const state = fileState(this.#source.path)
    if (state === undefined || state === this.#fileState) return
    const token = this.#source.read()
    if (token === undefined) return
    this.#fileState = state
    if (token === this.#token) return
    this.#token = token
    this.#revoking.abort()
    this.#revoking = new AbortController()
  }
}

/** What a server shows to whoever asks whether it knows the token. */
export interface ServerProof {
  readonly run: string
  readonly at: number
  readonly proof: string
}

/**
 * Shows that a server on this port knows the token without telling it: whoever else listens there could otherwise ask
 * for it. The port is part of it, so that a proof cannot be handed on from another one.
 */
export function signProof(token: string, nonce: string, { port, run, at }: CodeStamp): string {
  return signWith(token, ['proof', port, nonce, run, at])
}

function fileState(path: string): string | undefined {
  try {
    const { ino, mtimeMs, ctimeMs, size } = statSync(path)
    return `${ino} ${mtimeMs} ${ctimeMs} ${size}`
  } catch {
    return undefined
  }
}
