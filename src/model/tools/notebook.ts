import { asObject, asString } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { draftTouch, recordTouch } from './file-touch.ts'
import { labelled, oneLine } from './one-line.ts'
import { countLines } from './read-patch.ts'
import { changedFileIn, fileIn } from './work-place.ts'

export const notebookEdit = defineTool({
  names: ['NotebookEdit'],
  about: 'Replaces, inserts or deletes one cell of a notebook.',
  seen: '1 recorded file',
  input: {
    notebook_path: ['string', 'The notebook.'],
    cell_number: ['number|string', 'Which cell, from 0, in older releases.'],
    cell_id: ['string', 'Which cell, in newer releases.'],
    new_source: ['string', 'Text of the cell.'],
    cell_type: ['string', '`code` or `markdown`.'],
    edit_mode: ['string', '`replace`, `insert` or `delete`.'],
  },
  result: {
    cell_number: ['number', 'Which cell.'],
    cell_id: ['string', 'Which cell.'],
    new_source: ['string', 'Text of the cell.'],
    cell_type: ['string', '`code` or `markdown`.'],
    language: ['string', 'Language of the cell.'],
    edit_mode: ['string', 'As in the input.'],
    error: ['string', 'Empty where all went well.'],
    notebook_path: ['string', 'The notebook. Code only.'],
    original_file: ['string', 'The notebook before. Code only.'],
    updated_file: ['string', 'The notebook after. Code only.'],
  },
  worksAt: changedFileIn('notebook_path'),
  headline: input =>
    oneLine(input.notebook_path, labelled('cell', input.cell_id ?? input.cell_number), input.edit_mode ?? ''),
  onUse: ({ call, input }) => draftTouch(call, input.notebook_path, countLines(input.new_source)),
  onResult(outcome) {
    if (!asString(asObject(outcome.structured)?.error)) recordTouch(outcome, 'edit')
  },
})

export const notebookRead = defineTool({
  names: ['NotebookRead'],
  about: 'Reads the cells of a notebook with their output; later a part of Read.',
  seen: 'code only',
  input: {
    notebook_path: ['string', 'The notebook.'],
    cell_id: ['string', 'One cell only.'],
  },
  result: {},
  worksAt: fileIn('notebook_path'),
  headline: input => oneLine(input.notebook_path, labelled('cell', input.cell_id)),
  onUse: ({ call, input }) => draftTouch(call, input.notebook_path),
  onResult: outcome => recordTouch(outcome, 'read'),
})
