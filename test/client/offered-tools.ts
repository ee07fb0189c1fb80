import { INSTRUCTIONS } from '../../src/surfaces/mcp/create-server.ts'
import { TOOLS } from '../../src/surfaces/mcp/tools/table.ts'

/** As the client sends it to the API. */
export interface OfferingBody {
  readonly tools?: readonly { readonly name?: string; readonly defer_loading?: boolean }[]
  readonly system?: unknown
  readonly messages: unknown
}

/**
 * What is wrong with how a request offers our tools to the model: all of them are loaded, or, where the client defers tools,
 * those that say so, and the others by name; the instructions stand there word for word. `prefix` is
 * `mcp__plugin_backscroll_backscroll__` with the plugin.
 */
export function listOfferProblems(body: OfferingBody, prefix = 'mcp__backscroll__'): readonly string[] {
  const { tools = [], system, messages } = body
  const text = JSON.stringify([system, messages])
  const isDeferring = tools.some(({ name }) => name === 'ToolSearch')
  const loaded = new Set(tools.filter(tool => !tool.defer_loading).map(({ name }) => name))
  const problems = TOOLS.flatMap(({ name, isAlwaysLoaded }) => {
    const isLoaded = loaded.has(prefix + name)
    if (!isDeferring || isAlwaysLoaded) return isLoaded ? [] : [`${name} is not loaded`]
    return isLoaded || text.includes(prefix + name) ? [] : [`${name} is not named`]
  })
  // Without the quotes around it, as it stands in the text of the request.
  const said = JSON.stringify(INSTRUCTIONS).slice(1, -1)
  return text.includes(said) ? problems : [...problems, 'the instructions of the server are missing']
}
