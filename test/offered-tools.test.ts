import { expect, test } from 'vitest'
import { INSTRUCTIONS } from '../src/surfaces/mcp/create-server.ts'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'
import { listOfferProblems } from './client/offered-tools.ts'

const names = TOOLS.map(({ name }) => `mcp__backscroll__${name}`)
const messages = [{ role: 'user', content: [{ type: 'text', text: `## backscroll\n${INSTRUCTIONS}` }] }]
const search = { name: 'mcp__backscroll__search' }
const read = { name: 'mcp__backscroll__read' }

test('a client that defers nothing has to load every tool', () => {
  const tools = [{ name: 'Read' }, ...names.map(name => ({ name }))]
  expect(listOfferProblems({ tools, messages })).toEqual([])
  expect(listOfferProblems({ tools: tools.slice(0, -1), messages })).toEqual(['status is not loaded'])
})

test('one that defers has to load what says so, to name the others, and to hand on the instructions', () => {
  const tools = [{ name: 'ToolSearch' }, search, read]
  const deferred = [...messages, { role: 'system', content: names.join('\n') }]
  expect(listOfferProblems({ tools, messages: deferred })).toEqual([])
  expect(listOfferProblems({ tools: tools.slice(0, 2), messages: deferred })).toEqual(['read is not loaded'])
  expect(
    listOfferProblems({
      tools: [{ name: 'ToolSearch' }, { ...search, defer_loading: true }, read],
      messages: deferred,
    }),
  ).toEqual(['search is not loaded'])
  expect(listOfferProblems({ tools, messages })).toEqual(
    TOOLS.filter(tool => !tool.isAlwaysLoaded).map(({ name }) => `${name} is not named`),
  )
  expect(listOfferProblems({ tools, messages: [{ content: names.join('\n') }] })).toEqual([
    'the instructions of the server are missing',
  ])
})
