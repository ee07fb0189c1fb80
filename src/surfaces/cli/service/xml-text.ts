import { UserError } from '../../../user-error.ts'

/** Text for an XML element. What XML 1.0 cannot hold at all is refused. */
export function escapeXml(text: string): string {
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) || !text.isWellFormed()) {
    throw new UserError({
      code: 'service-path',
      message: `the path ${JSON.stringify(text)} holds characters that a service cannot be told`,
      hint: 'Move it to a path of ordinary letters.',
    })
  }
  return text.replace(/[&<>"'\n\r\t]/g, letter => ENTITIES[letter] as string)
}

const ENTITIES: { readonly [letter: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
