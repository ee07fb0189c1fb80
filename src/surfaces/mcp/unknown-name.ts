import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { shorten } from '../../text/head.ts'
import { suggest } from '../../text/suggest.ts'

/** For a client that calls what is not there. */
export function unknownName(what: string, name: string, rows: readonly { readonly name: string }[]): ProtocolError {
  const names = rows.map(row => row.name)
  const near = suggest(name, names)
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${what} "${shorten(name)}". ${hint}`)
}
