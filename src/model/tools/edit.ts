import { defineTool } from './define.ts'
import { draftTouch, recordTouch } from './file-touch.ts'
import { oneLine } from './one-line.ts'
import { countLines } from './read-patch.ts'
import { changedFileIn } from './work-place.ts'

export const edit = defineTool({
  names: ['Edit'],
  about: 'Replaces one piece of text in a file by another.',
  seen: '1.0.17 and later; 498 recorded files',
  input: {
    file_path: ['string', 'The file.'],
    old_string: ['string', 'Text to replace.'],
    new_string: ['string', 'Text to put in its place.'],
    replace_all: ['boolean', 'Every occurrence instead of exactly one.'],
  },
  result: {
    filePath: ['string', 'The file.'],
    oldString: ['string', 'As in the input.'],
    newString: ['string', 'As in the input, unless the user changed it.'],
    originalFile: ['string|null', 'The whole file before the edit; null in some releases.'],
    structuredPatch: ['array', 'Hunks `{oldStart, oldLines, newStart, newLines, lines}`.'],
    userModified: ['boolean', 'The user changed the proposal before accepting it.'],
    replaceAll: ['boolean', 'As in the input.'],
    contentNotInModelContext: ['boolean', 'The file was not in the context of the model. Since 2.1.281, code only.'],
    staleRecovered: ['boolean', 'The client read the changed file again and retried. Code only.'],
  },
  worksAt: changedFileIn('file_path'),
  headline: input => oneLine(input.file_path),
  onUse: ({ call, input }) =>
    draftTouch(call, input.file_path, countLines(input.new_string), countLines(input.old_string)),
  onResult: outcome => recordTouch(outcome, 'edit'),
})
