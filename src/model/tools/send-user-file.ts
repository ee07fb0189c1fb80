import { asStrings } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'

export const sendUserFile = defineTool({
  names: ['SendUserFile'],
  about: 'Hands files to the user.',
  seen: 'code only',
  input: {
    files: ['array', 'Their paths.'],
    caption: ['string', 'A few words about them.'],
    status: ['string', '`normal` or `proactive`.'],
  },
  result: {
    caption: ['string', 'As in the input.'],
    files: ['array', 'What was sent.'],
    attachments: ['array', 'What was sent.'],
    sentAt: ['string|number', 'When.'],
  },
  headline: input => oneLine(asStrings(input.files).slice(0, 5).join(', '), labelled('–', input.caption)),
})
