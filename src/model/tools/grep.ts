import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'
import { folderIn } from './work-place.ts'

export const grep = defineTool({
  names: ['Grep'],
  about: 'Searches file contents by a regular expression.',
  seen: '1.0.17 and later; 359 recorded files',
  input: {
    pattern: ['string', 'Regular expression.'],
    path: ['string', 'File or folder; the working directory if absent.'],
    output_mode: ['string', '`content`, `files_with_matches` or `count`.'],
    glob: ['string', 'Only files that match.'],
    type: ['string', 'Only files of this type, such as `ts`.'],
    '-n': ['boolean', 'With line numbers.'],
    '-i': ['boolean', 'Ignore case.'],
    '-A': ['number|string', 'Lines after a match.'],
    '-B': ['number|string', 'Lines before a match.'],
    '-C': ['number|string', 'Lines around a match.'],
    '-o': ['boolean', 'Only the matching part.'],
    context: ['number|string', 'Lines around a match.'],
    head_limit: ['number|string', 'At most so many results.'],
    offset: ['number|string', 'Leave out so many results.'],
    multiline: ['boolean', 'Let a match span lines.'],
    include: ['string', 'Only files that match; oldest releases.'],
  },
  result: {
    mode: ['string', 'As `output_mode`.'],
    numFiles: ['number', 'Files with matches.'],
    filenames: ['array', 'Their paths.'],
    content: ['string', 'Matching lines.'],
    numLines: ['number', 'Lines in `content`.'],
    numMatches: ['number', 'Matches, in mode `count`.'],
    appliedLimit: ['number', 'Results were cut here.'],
    appliedOffset: ['number', 'Results left out at the start.'],
    durationMs: ['number', 'Time it took; oldest releases.'],
  },
  worksAt: folderIn('path'),
  headline: input => oneLine(input.pattern, labelled('in', input.path), labelled('of', input.glob ?? input.include)),
})
