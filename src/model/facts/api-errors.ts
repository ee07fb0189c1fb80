import { asNumber, asObject, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import type { Extractor } from './extractor.ts'
import type { ErrorMet } from './facts.ts'
import { ownHead } from './own-head.ts'

const MAX_MESSAGE = 500

/** Requests that failed (one entry per retry), error texts in place of an answer, and errors of the client itself. */
export const apiErrors: Extractor = {
  name: 'API errors',
  kinds: ['system/api_error', 'system/api_refusal', 'system/error', 'assistant'],
  extract({ entry, json, text, facts }) {
    if (entry.kind === 'assistant' && json.isApiErrorMessage !== true) return
    const source: ErrorMet['source'] = entry.kind === 'system/error' ? 'client' : 'api'
    const message = entry.kind === 'assistant' ? text : messageOf(json)
    facts.errors.push({ message: ownHead(message.trim(), MAX_MESSAGE), source, entry, call: undefined })
  },
}

/** The same error has had four shapes; the most telling words of whatever is there. */
function messageOf(json: JsonObject): string {
  const error = asObject(json.error)
  const answer = asObject(error?.error)
  const connection = asObject(error?.connection)
  const texts = [
    asObject(answer?.error)?.message,
    answer?.message,
    error?.formatted,
    error?.message,
    connection?.message,
    asObject(error?.cause)?.message ?? asObject(error?.cause)?.code,
    asObject(json.cause)?.message ?? asObject(json.cause)?.code,
    json.apiRefusalExplanation,
    json.content,
    json.error,
    error?.type,
  ]
  return texts.map(telling).find(text => text !== undefined) ?? statusText(error)
}

function telling(value: JsonValue | undefined): string | undefined {
  return asString(value)?.trim() ? asString(value) : undefined
}

function statusText(error: JsonObject | undefined): string {
  const status = asNumber(error?.status)
  return status === undefined ? 'API error' : `API error, status ${status}`
}
