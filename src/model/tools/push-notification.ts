import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const pushNotification = defineTool({
  names: ['PushNotification'],
  about: 'A notice on the phone or the desktop of the user.',
  seen: 'code only',
  input: {
    message: ['string', 'The notice.'],
    status: ['string', '`proactive`.'],
  },
  result: {
    message: ['string', 'The notice.'],
    pushSent: ['boolean', 'To the phone.'],
    localSent: ['boolean', 'To the desktop.'],
    disabledReason: ['string', 'Why it was not sent.'],
    sentAt: ['string|number', 'When.'],
  },
  headline: input => oneLine(input.message),
})
