import { defineTool } from './define.ts'
import { headlineOfAny } from './generic.ts'

export const structuredOutput = defineTool({
  names: ['StructuredOutput'],
  about: 'The final answer in a form the caller asked for. Its fields are free.',
  seen: '2.1.2 and later; fixtures only',
  input: {},
  result: {},
  isOpen: true,
  headline: headlineOfAny,
})
