import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

type InputRequired = ReturnType<typeof inputRequired>

/** The folders that a client says it works in, as URIs. Asked once, and again when it says that they changed. */
export interface ClientRoots {
  /** Never fails, and never waits long. `ask` is what a client of today's protocol has to be answered first. */
  find(context: ServerContext): Promise<{ readonly uris: readonly string[] | undefined; readonly ask?: InputRequired }>
}

/** A client that says nothing has none. */
const WAIT_MS = 1000
const KEY = 'roots'
/** One root of another kind, or with odd facts beside its address, is no reason to know none. */
const ANY = z.looseObject({})

/**
 * A client up to 2025 is asked by a request of ours; since 2026 a call is answered with a question, and comes again with
 * what was asked. `staysOpen`: one connection, which the answer is good for until the client says otherwise.
 */
export function createClientRoots(server: Server, { staysOpen }: { readonly staysOpen: boolean }): ClientRoots {
  let known: Promise<readonly string[] | undefined> | undefined
  if (staysOpen) {
    server.setNotificationHandler('notifications/roots/list_changed', () => {
      known = undefined
    })
  }

  /** Together with the call: over HTTP the client may listen to nothing else. */
  async function request(send: ServerContext['mcpReq']['send']): Promise<readonly string[] | undefined> {
    try {
      return readUris(await send({ method: 'roots/list' }, ANY, { timeout: WAIT_MS }))
    } catch {
      return undefined
    }
  }

  return {
    async find({ mcpReq }) {
      if (known) return { uris: await known }
      const { envelope, inputResponses } = mcpReq
      if (envelope === undefined) {
        if (!staysOpen || server.getClientCapabilities()?.roots === undefined) return { uris: undefined }
        known = request(mcpReq.send)
        const uris = await known
        // Whoever took the call back took the question along.
        if (mcpReq.signal.aborted) known = undefined
        return { uris }
      }
      if (inputResponses !== undefined) {
        const uris = readUris(inputResponses[KEY])
        if (staysOpen && uris) known = Promise.resolve(uris)
        return { uris }
      }
      if (!hasRoots(envelope)) return { uris: undefined }
      return { uris: undefined, ask: inputRequired({ inputRequests: { [KEY]: inputRequired.listRoots() } }) }
    },
  }
}

function hasRoots(envelope: object): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope as { readonly [key: string]: unknown }
  return Object(capabilities).roots !== undefined
}

/** Whatever came: a list of texts, or nothing. */
function readUris(answer: unknown): readonly string[] | undefined {
  const { roots } = Object(answer) as { readonly roots?: unknown }
  if (!Array.isArray(roots)) return undefined
  return roots.flatMap(root => (typeof root?.uri === 'string' ? [root.uri as string] : []))
}
