import { readFileSync } from 'node:fs'
import { createRandom, type Random } from './random.ts'

const WORDS: readonly string[] = JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8'))
const FOLDERS = ['src', 'lib', 'server', 'web', 'core', 'tests', 'internal', 'scripts', 'packages/api', 'packages/ui']
const ENDINGS = ['.ts', '.tsx', '.py', '.go', '.rs', '.md', '.json', '.test.ts']
const CJK =
  '修正した関数は空のファイルを読むと失敗する設定値を確認してから再実行我们需要检查缓存是否有效然后更新索引테스트가실패합니다'
const EMOJI = ['✅', '🚀', '⚠️', '🔧', '📦', '👍🏽', '👩‍💻']
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Long texts to cut pieces from: made once, so that a gigabyte of corpus costs little more than writing it. */
export interface TextPools {
  readonly prose: string
  readonly code: string
  readonly log: string
  /** Prose with CJK and emoji: two-byte strings in JavaScript, three bytes a character on disk. */
  readonly unicode: string
  /** What images and thinking signatures look like; does not compress. */
  readonly base64: string
}

export function buildTextPools(seed: number, sizeChars: number): TextPools {
  const random = createRandom(seed, 0x7e87)
  return {
    prose: fill(sizeChars / 4, proseWriter(random)),
    code: fill(sizeChars / 2, codeWriter(random)),
    log: fill(sizeChars / 4, logWriter(random)),
    unicode: fill(sizeChars / 32, unicodeWriter(random)),
    base64: fill(sizeChars / 8, () => base64Run(random)),
  }
}

/** A piece of a pool of about `chars` characters that begins at a line and ends before a newline. */
export function cut(random: Random, pool: string, chars: number): string {
  const length = Math.max(1, Math.min(Math.round(chars), pool.length >> 1))
  const from = pool.indexOf('\n', random.below(pool.length - length)) + 1
  const end = pool.indexOf('\n', from + length)
  return pool.slice(from, end < 0 ? from + length : end)
}

/** A piece of a pool without lines. */
export function cutRun(random: Random, pool: string, chars: number): string {
  const length = Math.max(1, Math.min(Math.round(chars), pool.length >> 1))
  const from = random.below(pool.length - length)
  return pool.slice(from, from + length)
}

export function makePath(random: Random): string {
  const depth = random.below(3)
  let path = random.pick(FOLDERS)
  for (let i = 0; i < depth; i++) path += `/${word(random)}`
  return `${path}/${word(random)}-${word(random)}${random.pick(ENDINGS)}`
}

export function makeSentence(random: Random, words: number): string {
  let text = word(random)
  for (let i = 1; i < words; i++) text += ` ${word(random)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Frequent words first: the square of a uniform value is a rough Zipf law. */
function word(random: Random): string {
  const unit = random.unit()
  return WORDS[Math.floor(unit * unit * WORDS.length)] as string
}

function rareWord(random: Random): string {
  return WORDS[50 + random.below(WORDS.length - 50)] as string
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function makeName(random: Random): string {
  const first = rareWord(random)
  const second = capital(rareWord(random))
  return random.chance(0.3) ? `${first}${second}${capital(rareWord(random))}` : `${first}${second}`
}

function fill(chars: number, next: () => string): string {
  const parts: string[] = []
  for (let length = 0; length < chars; ) {
    const part = next()
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

function proseWriter(random: Random): () => string {
  return () => {
    const kind = random.unit()
    if (kind < 0.08) return `\n## ${makeSentence(random, 3)}\n\n`
    if (kind < 0.3) return `- ${makeSentence(random, 6 + random.below(8))} \`${makeName(random)}\`\n`
    if (kind < 0.38) return `${random.below(9) + 1}. **${makeSentence(random, 3)}**: "${makeSentence(random, 8)}"\n`
    if (kind < 0.45) return `See \`${makePath(random)}:${random.below(900)}\` where ${makeSentence(random, 7)}.\n`
    let text = ''
    for (let i = random.below(4); i >= 0; i--) text += `${makeSentence(random, 7 + random.below(14))}. `
    return `${text}\n`
  }
}

/** Real code repeats the names of its neighbourhood: a new set of them every hundred lines or so. */
function codeWriter(random: Random): () => string {
  let names: string[] = []
  let depth = 0
  const name = () => {
    const unit = random.unit()
    return names[Math.floor(unit ** 1.5 * names.length)] as string
  }
  return () => {
    if (names.length === 0 || random.chance(0.01)) names = Array.from({ length: 60 }, () => makeName(random))
    const indent = '  '.repeat(depth)
    const kind = random.unit()
    if (kind < 0.05) return '\n'
    if (kind < 0.12) return `${indent}// ${makeSentence(random, 5 + random.below(8))}\n`
    if (kind < 0.17) return `import { ${name()}, ${name()} } from './${word(random)}/${word(random)}.ts'\n`
    if (kind < 0.27) return `${indent}const ${name()} = await ${name()}.${name()}(${name()}, ${random.below(500)})\n`
    if (kind < 0.37) return `${indent}${name()}.${name()}({ ${name()}: "${makeSentence(random, 3)}", ${name()} })\n`
    if (kind < 0.45) return `${indent}return ${name()}(${name()}) ?? ${name()}\n`
    if (kind < 0.5) return `${indent}${name()}: '${rareWord(random)}\\n${rareWord(random)}',\n`
    if (kind < 0.56) return `${indent}\t"${rareWord(random)}": { "${rareWord(random)}": ${random.below(9999)} },\n`
    if (kind < 0.76) {
      depth = Math.min(depth + 1, 6)
      return kind < 0.66
        ? `${indent}if (${name()} === ${name()} && ${name()}.length > ${random.below(64)}) {\n`
        : `${indent}function ${name()}(${name()}: ${capital(name())}): ${capital(name())} {\n`
    }
    depth = Math.max(depth - 1, 0)
    return `${'  '.repeat(depth)}}\n`
  }
}

function logWriter(random: Random): () => string {
  let path = makePath(random)
  return () => {
    if (random.chance(0.1)) path = makePath(random)
    const kind = random.unit()
    if (kind < 0.2) return `ok  \t${path}\t${random.below(9)}.${random.below(999)}s\n`
    if (kind < 0.4)
      return `[2026-0${random.below(9) + 1}-1${random.below(9)} ${word(random)}] ${makeSentence(random, 6)}\n`
    if (kind < 0.55)
      return `${path}:${random.below(2000)}:${random.below(80)} - error TS${random.below(9000)}: ${makeSentence(random, 9)}\n`
    if (kind < 0.65)
      return `-rw-r--r-- 1 dev dev ${random.below(99999)} Jan ${random.below(28)} 12:${random.below(50) + 10} ${path}\n`
    if (kind < 0.75) return `${random.hex(7)} ${makeSentence(random, 6)}\n`
    if (kind < 0.85) return `    at ${makeName(random)} (${path}:${random.below(900)}:${random.below(60)})\n`
    return `=== RUN   Test${capital(makeName(random))}/${word(random)}_${word(random)}\n`
  }
}

function unicodeWriter(random: Random): () => string {
  return () => {
    if (random.chance(0.4)) return `${random.pick(EMOJI)} ${makeSentence(random, 8)} — ${makeSentence(random, 4)}\n`
    const from = random.below(CJK.length - 12)
    return `${CJK.slice(from, from + 4 + random.below(8))}、\`${makeName(random)}\` ${CJK.slice(from >> 1, (from >> 1) + 6)}。\n`
  }
}

function base64Run(random: Random): string {
  let text = ''
  for (let i = 0; i < 10; i++) {
    let value = random.bits()
    for (let k = 0; k < 5; k++) {
      text += BASE64[value & 63]
      value >>>= 6
    }
  }
  return text
}
