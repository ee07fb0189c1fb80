import { describe, expect, test } from 'vitest'
import type { MediaPart } from '../render/view/part.ts'
import { createImageFiles, endingOf } from './image-files.ts'

describe('images beside a text', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n…', 'png'],
    ['\xff\xd8\xff\xe0', 'jpg'],
    ['GIF89a', 'gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
    ['%PDF-1.7', 'pdf'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">', undefined],
    ['<html><script>', undefined],
    ['MZ\x90', undefined],
    ['', undefined],
  ])('are known by their bytes: %j', (bytes, ending) => {
    expect(endingOf(Buffer.from(bytes, 'latin1'))).toBe(ending)
  })

  test('are written once for each content, under a name that nobody else chose', () => {
    const { images, files } = open()
    const first = images.addressOf(part(PNG, { name: '../../evil.sh' }))
    expect(first).toMatch(/^a%20b\.images\/[0-9a-f]{32}\.png$/)
    expect(images.addressOf(part(PNG))).toBe(first)
    expect([...files.values()]).toEqual([PNG])
    expect(images.count).toBe(1)
  })

  test('are left out and counted where they are not what they claim, or too large', () => {
    const { images, files } = open()
    const svg = part(Buffer.from('<svg onload="x">'), { mediaType: 'image/png' })
    expect([images.addressOf(svg), images.addressOf(svg)]).toEqual([undefined, undefined])
    expect(images.addressOf(part(Buffer.concat([PNG, Buffer.alloc(21 * 1024 * 1024)])))).toBeUndefined()
    expect(images.addressOf({ kind: 'media', name: 'x', mediaType: 'image/png', sizeBytes: 4 })).toBeUndefined()
    expect(images.dropped).toBe(2)
    expect(files.size).toBe(0)
  })
})

const PNG = Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1')

function part(bytes: Buffer, more: Partial<MediaPart> = {}): MediaPart {
  return {
    kind: 'media',
    name: 'image',
    mediaType: 'image/png',
    sizeBytes: bytes.length,
    base64: bytes.toString('base64'),
    ...more,
  }
}

function open() {
  const files = new Map<string, Buffer>()
  const images = createImageFiles({
    name: 'a b.images',
    make: () => {},
    open: name => ({ write: bytes => files.set(name, Buffer.from(bytes as Uint8Array)), close: () => 0 }),
  })
  return { images, files }
}
