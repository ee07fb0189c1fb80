/**
 * What a name says about its value. The value must be a text, not an expression or a word about passwords. Behind names
 * of passwords, and of secrets that people make up (`JWT_SECRET`, `pepper`), any other text counts; behind the rest one
 * that was drawn at random.
 */
import {
  isCodeName,
  isDefaultPassword,
  isMixed,
  isNoise,
  isPlaceholder,
  isRandom,
  isReference,
  isRun,
  isScrap,
} from './judge-value.ts'
import { isChosenWord, isKnownWord, isPlainChosenWord, isWordPhrase } from './judge-word.ts'

/**
 * How a value stands behind its name: in a `line` such as `DB_PASSWORD=…`, where everything is a text; `quoted`; `alone`
 * with its name on a line, as in YAML; a `setting` where it stands so and no line around it is code; or `bare`, where it
 * may be code.
 */
export type Manner = 'line' | 'quoted' | 'setting' | 'alone' | 'bare'

/** Behind the name itself: the number or the stage that tells several apart (`API_KEY1`, `DB_PASSWORD_PROD`). */
export const STAGE =
  '(?:[_.-]?(?:[0-9]{1,3}|prod(?:uction)?|live|stag(?:e|ing)|dev(?:elopment)?|test(?:ing)?|local|old|new|previous|backup|primary|secondary|base|confirm(?:ation)?|repeat)|[_-](?:eu|us|uk|de|qa|ci|v[0-9]))?'
export const PASSWORD_WORD = `(?:pass(?:word|wd|phrase|code|wort)?s?|pwd|passwrd|pswd|kennwort)${STAGE}`
export const SECRET_WORD = `(?:secrets?|credentials?|tokens?|keys?|auth|bearer|salt|psk|pepper)${STAGE}`

export const PASSWORD_NAME = new RegExp(`${PASSWORD_WORD}$`, 'i')
/** Secrets that people make up as they make up passwords. */
const MADE_UP = `(?:(?:jwt|session|cookie|client|app|application|webhook|hook|signing|shared|auth|nextauth|oauth2?|csrf|hmac|consumer|master|encryption|private|refresh|access|api|server|token|hash|flask|django|rails|admin|root|radius|turn|user|crypto)[_.-]?secret|(?<![a-z])secret|secret[_.-]?key|(?:encryption|encrypt|decryption|signing|master|session|cookie|jwt|crypto|cipher|hmac|pre[_.-]?shared|wpa|fernet|aes)[_.-]?key|psk|pepper|(?:auth|secure|logged_in|nonce|password|passwd|pw|hash|session|cookie|secret|app|encryption|crypt|security|hashids?|signing|jwt|user|site|global|system)[_.-]?salt)${STAGE}`
const MADE_UP_NAME = new RegExp(`${MADE_UP}$`, 'i')
export const SECRET_NAME = new RegExp(
  `(?:secrets?|credentials?|tokens?|(?:api|access|secret|private|priv|encryption|encrypt|signing|sign|auth|client|service|role|service_role|admin|app|application|account|shared|master|session|storage|subscription|deploy|write|read|server|webhook|hmac|jwt|crypto|cipher|cookie|consumer|function|functions|license|licence|product|activation|recovery|unseal|openai|anthropic|project|root|user|host|ingest|integration|search|maps|seed|wallet|rsa|ssh|pem|dsn|sdk)[_. -]?keys?|apikey|_key|(?<![a-z])auth|authtoken|bearer|${MADE_UP})${STAGE}$`,
  'i',
)
/** Names of things that are random, end alike and give nobody access. */
const HARMLESS_NAME =
  /(?:^|_)(?:site|page|next|prev|previous|continuation|cursor|sync|cancel|cancellation|design|syntax|max|min|num|count|total|pad|eos|bos|unk|mask|stop|special|input|output|public|publishable|pub|primary|foreign|cache|sort|partition|idempotency|dedupe|react|query|hot|short|i18n|translation|map|object|s3|file|row|group|index|unique|known|lookup|bucket)_?(?:tokens?|keys?)\d*$/

/** `API Key` is a name of two words. */
const NAME_BEFORE =
  /(?:\x1b\[[0-9;]{0,8}m)?([A-Za-z0-9_.-]{0,64}|\b(?:api|access|secret|private|encryption|signing|client|app|shared|master|webhook|license|licence|product|activation|recovery|unseal|session|service|account|auth|refresh|security|deploy|root) )$/i

/** The whole name of which the last word begins at `at`. */
export function nameAt(text: string, at: number, word: string): string {
  return (NAME_BEFORE.exec(text.slice(Math.max(0, at - 64), at))?.[1] ?? '') + word
}

export function isPasswordOf(name: string, value: string, manner: Manner): boolean {
  if (!PASSWORD_NAME.test(name) || /(?:by|com|tres|over|under|sur|en)pass$/i.test(name)) return false
  if (isPlaceholder(value) || isReference(value)) return false
  const isLoose = /^(?:old)?(?:pass|pwd)$/i.test(name)
  if (/^\d+$/.test(value)) return !isLoose && value.length >= (manner === 'bare' ? 8 : 5) && !isRun(value)
  if (isDefaultPassword(value)) return false
  if (/\s/.test(value)) return manner !== 'bare' && isPhrase(value, manner, isLoose)
  // `RESET_PASSWORD=reset_password` names something.
  if (/passw/i.test(value) && !/\d/.test(value)) return false
  // A type of a column, and the rest of an address.
  if (/^[a-z]+\(\d*(?:, ?\d+)?\)$|&[\w-]+=|^&#?\w+$/i.test(value)) return false
  // `required|min:8` is what a form asks for.
  if (/^[a-z_]{3,20}\|[a-z]/.test(value)) return false
  if (!/\d/.test(value) && /^[\p{L}'’_.-]+$/u.test(value)) return isWordOf(name, value, manner, isLoose)
  if (manner === 'line') return value.length >= 5 && (isMixed(value) || !isLoose || value.length > 8)
  if (isLoose && /[^\x20-\x7e]/.test(value)) return false
  if (manner === 'quoted') return value.length >= 6 && isMixed(value) && (!isCamel(value) || isScrap(value))
  // `--- PASS: TestName/7_items` is the report of a test.
  if (isLoose) return isOwnLine(manner) && isScrap(value) && /[!@#$%^&*~+=?]/.test(value)
  if (isOwnLine(manner) && value.length >= 6 && /\d/.test(value) && isMixed(value) && !isExpression(value)) return true
  if (value.length < 8 || !/\d/.test(value) || !isMixed(value)) return false
  return !isExpression(value) || isScrap(value) || isRandom(value, 12)
}

function isOwnLine(manner: Manner): boolean {
  return manner === 'alone' || manner === 'setting'
}

/** What labels, messages and buttons are called: `showPassword: "Anzeigen"`. */
const LABEL_NAME =
  /(?:^|_)(?:show|hide|forgot|forgotten|reset|change|enter|invalid|wrong|incorrect|missing|toggle|update|require|required|need|needs|has|is|no|with|without|save|remember|copy|generate|create|verify|check|lost|empty|weak|strong|bad|choose|min|max|short|long|about|type|input|field|validate)_pass/

/** Letters alone: a word that tells nothing about passwords, where no code and no label stands. */
function isWordOf(name: string, value: string, manner: Manner, isLoose: boolean): boolean {
  if (manner === 'bare') return false
  if (manner === 'line') return isChosenWord(value, isLoose ? 9 : 5)
  if (isLoose || LABEL_NAME.test(snakeCase(name))) return false
  return manner === 'alone' ? isPlainChosenWord(value, 6) : isChosenWord(value, 6)
}

export function isSecretOf(name: string, value: string, manner: Manner): boolean {
  if (isKeyMaterial(name, value)) return true
  // As Laravel writes its keys, the one in use and those before it.
  if (/key/i.test(name) && /^base64:[A-Za-z0-9+/]{40,90}={0,2}$/.test(value)) return true
  if (!SECRET_NAME.test(name) && !(ACCESS_TOKEN.test(name) && /^[A-Za-z0-9_-]+$/.test(value))) return false
  // Laravel writes how its key is encoded.
  const text = value.replace(/^(?:base64|b64|hex|hex2bin|raw|enc):(?=[A-Za-z0-9+/=_-]{16})/, '')
  if (HARMLESS_NAME.test(snakeCase(name)) || isReference(text)) return false
  if (value.includes('://') || PUBLIC.test(value)) return false
  if (isRandom(text, MIN_LENGTH[manner]) || (manner !== 'bare' && isNoise(text))) return true
  return manner !== 'bare' && MADE_UP_NAME.test(name) && isMadeUp(text, manner)
}

/** `key` alone names many things, but few of them are 16 bytes and more in base64. */
function isKeyMaterial(name: string, value: string): boolean {
  return (
    /^(?:key|encrypt|crypt)$/i.test(name) &&
    /^(?!AAAA|MI[GIM])(?:[A-Za-z0-9+/]{22,128}={1,3}|AQ[A-Za-z0-9+/]{36,40})$/.test(value) &&
    isScrap(value) &&
    !isPlaceholder(value)
  )
}

/** Not a name and not one of the values that stand in every example. */
function isMadeUp(value: string, manner: Manner): boolean {
  if (value.length < 8 || /\s/.test(value) || isPlaceholder(value) || isDefaultPassword(value)) return false
  if (!/\d/.test(value)) return manner === 'alone' ? isPlainChosenWord(value, 10) : isChosenWord(value, 10)
  return isMixed(value) && !isKnownWord(value) && !isExpression(value) && /[a-z]|^[0-9A-F]{16,}$/.test(value)
}

const MIN_LENGTH: Readonly<Record<Manner, number>> = { line: 12, quoted: 16, setting: 20, alone: 20, bare: 20 }
const ACCESS_TOKEN = /(?:_pat|_PAT|[a-z]Pat)$/
/** Hashes, keys made for publishing, and addresses of accounts and contracts. */
const PUBLIC = /^(?:(?:sha\d{1,3}|md5)[-:]|pk_|0x[0-9a-f]{40}$)|\/aws4_request$/i

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toLowerCase()
}

/** `camelCase` without a digit or sign: a name or a key of a translation. */
function isCamel(value: string): boolean {
  return isCodeName(value) && !/\d{2}/.test(value) && !/\d.*[A-Za-z]/.test(value)
}

function isExpression(value: string): boolean {
  return isCodeName(value) && (value.includes('.') || !/\d{2,}|\d[A-Za-z]+\d/.test(value))
}

/** A password of several words, and not a sentence about one. */
function isPhrase(value: string, manner: Manner, isLoose: boolean): boolean {
  if (/[\t\n]|^\s|\s$|[.:?!]$|,\s/.test(value) || SENTENCE.test(value)) return false
  if (manner === 'line') return value.length >= 12 && value.split(' ').length >= 3
  if (!isLoose && isWordPhrase(value)) return true
  return value.split(' ').some(word => isScrap(word) || (word.length >= 5 && /\d.*[A-Za-z].*\d/.test(word)))
}

const SENTENCE =
  /\b(?:pass(?:word|phrase|code)?s?|secret|token|key|the|your|my|an?|is|are|was|be|must|may|can|should|please|enter|type|set|use|used|at|least|for|with|without|from|not|no|or|and|required|characters?|letters?|digits?|generate|prompt|if|when)\b/i
