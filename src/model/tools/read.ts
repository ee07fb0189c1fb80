import { defineTool } from './define.ts'
import { draftTouch, recordTouch } from './file-touch.ts'
import { labelled, oneLine } from './one-line.ts'
import { fileIn } from './work-place.ts'

export const read = defineTool({
  names: ['Read'],
  about: 'Reads a file: text with line numbers, an image, a PDF or a notebook.',
  seen: '1.0.17 and later; 553 recorded files',
  input: {
    file_path: ['string', 'The file.'],
    offset: ['number|string', 'First line, from 1. Models also write it as a text.'],
    limit: ['number|string', 'How many lines.'],
    allow_large: ['boolean', 'Read it whole although it is large. Since 2.1.327, schema only.'],
    pages: ['string', 'Page range of a PDF, such as `1-5`.'],
  },
  result: {
    type: ['string', '`text`, `image`, `pdf`, `notebook`, or `file_unchanged` (since 2.1.89).'],
    file: [
      'object',
      'By type: `{filePath, content, numLines, startLine, totalLines}`, `{base64, type, originalSize, dimensions}`, `{filePath}`.',
    ],
    source: ['string', '`seeded` where the client read the file by itself. Since 2.1.263, code only.'],
  },
  worksAt: fileIn('file_path'),
  headline: input => oneLine(input.file_path, labelled('from line', input.offset), labelled('pages', input.pages)),
  onUse: ({ call, input }) => draftTouch(call, input.file_path),
  onResult: outcome => recordTouch(outcome, 'read'),
})
