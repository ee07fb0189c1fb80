import { asObject } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { draftTouch, recordTouch } from './file-touch.ts'
import { oneLine } from './one-line.ts'
import { countLines } from './read-patch.ts'
import { changedFileIn } from './work-place.ts'

export const write = defineTool({
  names: ['Write'],
  about: 'Writes a whole file, new or in place of the old one.',
  seen: '1.0.17 and later; 211 recorded files',
  input: {
    file_path: ['string', 'The file.'],
    content: ['string', 'All of its new text.'],
  },
  result: {
    type: ['string', '`create` or `update`.'],
    filePath: ['string', 'The file.'],
    content: ['string', 'As in the input.'],
    structuredPatch: ['array', 'Hunks, as for Edit; empty for a new file.'],
    originalFile: ['string|null', 'The file before; null for a new one.'],
    userModified: ['boolean', 'The user changed the proposal before accepting it.'],
  },
  worksAt: changedFileIn('file_path'),
  headline: input => oneLine(input.file_path),
  onUse: ({ call, input }) => draftTouch(call, input.file_path, countLines(input.content)),
  onResult(outcome) {
    const type = asObject(outcome.structured)?.type
    const isNew = type === undefined ? outcome.text.startsWith('File created successfully') : type === 'create'
    recordTouch(outcome, isNew ? 'create' : 'write')
  },
})
