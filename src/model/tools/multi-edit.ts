import { asObjects } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { draftTouch, recordTouch } from './file-touch.ts'
import { oneLine } from './one-line.ts'
import { countLines } from './read-patch.ts'
import { changedFileIn } from './work-place.ts'

export const multiEdit = defineTool({
  names: ['MultiEdit'],
  about: 'Several replacements in one file, all or none.',
  seen: 'up to 1.0.128; 12 recorded files',
  input: {
    file_path: ['string', 'The file.'],
    edits: ['array', 'Items `{old_string, new_string, replace_all?}`.'],
  },
  result: {
    filePath: ['string', 'The file.'],
    edits: ['array', 'As in the input.'],
    originalFileContents: ['string|null', 'The whole file before the edits.'],
    structuredPatch: ['array', 'Hunks, as for Edit.'],
    userModified: ['boolean', 'The user changed the proposal before accepting it.'],
  },
  worksAt: changedFileIn('file_path'),
  headline: input => {
    const edits = asObjects(input.edits).length
    return oneLine(input.file_path, edits > 1 ? `(${edits} edits)` : '')
  },
  onUse({ call, input }) {
    let added = 0
    let removed = 0
    for (const change of asObjects(input.edits)) {
      added += countLines(change.new_string)
      removed += countLines(change.old_string)
    }
    draftTouch(call, input.file_path, added, removed)
  },
  onResult: outcome => recordTouch(outcome, 'edit'),
})
