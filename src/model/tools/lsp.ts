import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const lsp = defineTool({
  names: ['LSP'],
  about: 'Asks a language server: definition, references, hover, symbols.',
  seen: '2.1.19 and later; 5 recorded files',
  input: {
    operation: ['string', 'Such as `goToDefinition`, `findReferences`, `hover`.'],
    filePath: ['string', 'The file.'],
    line: ['number', 'From 1.'],
    character: ['number', 'From 1.'],
    query: ['string', 'Name to look for, in searches of the workspace. Code only.'],
  },
  result: {
    operation: ['string', 'As in the input.'],
    result: ['string', 'The answer as text.'],
    filePath: ['string', 'The file.'],
    resultCount: ['number', 'Places found.'],
    fileCount: ['number', 'Files they are in.'],
  },
  headline: input => {
    const place = typeof input.line === 'number' ? `:${input.line}` : ''
    return oneLine(input.operation, typeof input.filePath === 'string' ? `${input.filePath}${place}` : '', input.query)
  },
})
