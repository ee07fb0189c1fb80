import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'
import { folderIn } from './work-place.ts'

export const glob = defineTool({
  names: ['Glob'],
  about: 'Finds files by name pattern.',
  seen: '1.0.17 and later; 236 recorded files',
  input: {
    pattern: ['string', 'Pattern such as `**/*.ts`.'],
    path: ['string', 'Folder; the working directory if absent.'],
  },
  result: {
    filenames: ['array', 'Paths, newest first.'],
    durationMs: ['number', 'Time it took.'],
    numFiles: ['number', 'How many.'],
    truncated: ['boolean', 'There were more.'],
  },
  worksAt: folderIn('path'),
  headline: input => oneLine(input.pattern, labelled('in', input.path)),
})
