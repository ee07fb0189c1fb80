import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'
import { folderIn } from './work-place.ts'

export const ls = defineTool({
  names: ['LS'],
  about: 'Lists a folder as a tree. The result is a text.',
  seen: 'up to 1.0.57; 5 recorded files',
  input: {
    path: ['string', 'The folder.'],
    ignore: ['array', 'Patterns to leave out.'],
  },
  result: {},
  worksAt: folderIn('path'),
  headline: input => oneLine(input.path),
})
