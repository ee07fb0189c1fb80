/** Numbers as seven bits to a byte, the small ones in one, and texts behind their length. */
export class ByteWriter {
  private buffer = new Uint8Array(1024)
  private length = 0

  /** A whole number from 0 to 2^53. */
  number(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.push((rest % 0x80) + 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.push(rest)
  }

  /** A whole number of up to 52 bits, with its sign. */
  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2)
  }

  float(value: number): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value)
    this.bytes(bytes)
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.number(bytes.length)
    this.bytes(bytes)
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  take(): Uint8Array {
    return this.buffer.slice(0, this.length)
  }

  private push(byte: number): void {
    if (this.length === this.buffer.length) this.reserve(1)
    this.buffer[this.length++] = byte
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + bytes))
    larger.set(this.buffer)
    this.buffer = larger
  }
}

/** Reads what ByteWriter wrote, in the same order. */
export class ByteReader {
  private readonly buffer: Uint8Array
  private at = 0

  constructor(buffer: Uint8Array) {
    this.buffer = buffer
  }

  number(): number {
    let byte = this.buffer[this.at++] as number
    if (byte < 0x80) return byte
    let value = byte - 0x80
    let scale = 0x80
    do {
      byte = this.buffer[this.at++] as number
      value += (byte & 0x7f) * scale
      scale *= 0x80
    } while (byte >= 0x80)
    return value
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  float(): number {
    const view = new DataView(this.buffer.buffer, this.buffer.byteOffset + this.at, 8)
    this.at += 8
    return view.getFloat64(0)
  }

  text(): string {
    const length = this.number()
    const bytes = this.buffer.subarray(this.at, this.at + length)
    this.at += length
    return decoder.decode(bytes)
  }

  /** Goes on behind a text, and says where it stands for `textAt`. */
  skipText(): number {
    const start = this.at
    const length = this.number()
    this.at += length
    return start
  }

  textAt(start: number): string {
    this.at = start
    return this.text()
  }
}

const decoder = new TextDecoder()
