import { expect, test } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

function encode(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64')
}

test('tells images and documents by their first bytes', () => {
  expect(mediaTypeOf(encode('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))).toBe('image/png')
  expect(mediaTypeOf(encode('\xff\xd8\xff\xe0 JFIF'))).toBe('image/jpeg')
  expect(mediaTypeOf(encode('GIF89a…'))).toBe('image/gif')
  expect(mediaTypeOf(encode('RIFF\x1a\0\0\0WEBPVP8 '))).toBe('image/webp')
  expect(mediaTypeOf(encode('%PDF-1.7\n'))).toBe('application/pdf')
})

test('takes nothing else for one', () => {
  for (const text of ['', 'P', '<svg xmlns="…">', '<!doctype html>', 'PNG', 'RIFF1234WAVE', ' %PDF-1.7', 'MZ'])
    expect(mediaTypeOf(encode(text)), text).toBeUndefined()
  expect(mediaTypeOf('=not base64=')).toBeUndefined()
})
