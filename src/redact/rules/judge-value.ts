/**
 * Whether a value can be a secret at all. Rules with a shape of their own ask only whether it is a made-up example; rules
 * that know no more than a name also ask whether it was drawn at random.
 */
import { isGivenWord } from './judge-word.ts'

/** Stands for a value and is none: `<your-key>`, `${TOKEN}`, `xxxx`, `sk-ant-...`. */
export function isPlaceholder(value: string): boolean {
  if (PLACEHOLDER.test(value) || CROSSED.test(value) || isFewWords(value)) return true
  if (isRepeated(value) || isCounted(value)) return true
  return MARKED.test(value) && !isScrap(value)
}

const PLACEHOLDER =
  /[‹›…]|\$[({]|\{\{|\*{3}|\.{3}|example|placeholder|redacted|change-?_?me|replace-?_?me|your-?_?(?:api|key|token|secret|password|own)|^%(?:\(|s$)|^[%\x80-\uffff]\w{1,40}%(?:25){0,3}$/i
const CROSSED = /x{5}|X{5}/
/** Signs of a place to fill in, unless what stands there was drawn at random. */
const MARKED = /[<>{}]|^[$@[]/

/** Short words stand by chance in a long random value, so they count in a short one only. */
function isFewWords(value: string): boolean {
  return value.length < 48 && STAND_IN.test(value)
}

const STAND_IN =
  /(?:^|[-_./\s])(?:your|my|some|insert|enter|replace|change|todo|dummy|fake|mock|sample|masked|hidden|removed)(?:$|[-_./\s])/i

/** One or two characters over and over, such as `0000-0000` or `abababab`. */
function isRepeated(value: string): boolean {
  return new Set(value.slice(-32)).size <= 3 && value.length >= 6
}

/** Mostly the next letter or digit after the one before, such as `abcdef123456`. */
function isCounted(value: string): boolean {
  if (value.length < 12) return false
  let steps = 0
  for (let at = 1; at < value.length; at++) if (value.charCodeAt(at) - value.charCodeAt(at - 1) === 1) steps++
  return steps > value.length * 0.55
}

const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+/g
const SHORT_PIECE = 3.3

/**
 * Names and sentences consist of words, random values of scraps: `createSessionToken` has pieces of six letters,
 * `q7Rk0ZtWbX` of one or two. Pairs of letters tell the rest: nearly all of those in words are common ones.
 */
export function isRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || isPlaceholder(value) || isVersioned(value)) return false
  if (LONG_HEX.test(value)) return new Set(value).size >= 8
  const pieces = value.match(PIECES) ?? []
  const letters = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (letters < minLength * 0.75 || countEntropy(value) < 3) return false
  const digits = value.replace(/\D/g, '').length
  const common = shareOfCommonPairs(pieces)
  if (letters / pieces.length <= SHORT_PIECE) return common < 0.8 || digits >= letters / 8
  return common < 0.6 && pieces.length > 1
}

/** Pairs of letters that make up 95 of 100 in the words of our own code and pages; of random pairs, 38 of 100. */
const COMMON_PAIRS = new Set(
  (
    'aa ab ac ad af ag ai ak al am an ap ar as at au av aw ay ba be bi bl bo br bs bu ca cc ce ch ci ck cl co cr ct cu ' +
    'da dd de di dl do dr ds du dy ea eb ec ed ee ef eg ei el em en ep eq er es et ev ew ex ey fa fe ff fi fl fo fr ft ' +
    'fu ga ge gh gi gn go gr gs gu ha he hi ho hr hs ht hu ia ib ic id ie if ig il im in io ip ir is it iv ix iz je jo ' +
    'ke ki ks la ld le li ll lo ls lt lu ly ma mb me mi mm mo mp ms mu na nc nd ne nf ng ni nk nl nn no np ns nt nu nv ' +
    'oa ob oc od of og oi ok ol om on oo op or os ot ou ov ow pa pe ph pi pl po pp pr ps pt pu qu ra rc rd re rg ri rk ' +
    'rl rm rn ro rr rs rt ru rv ry sa sc se sh si sk sl so sp ss st su sw sy ta tc te th ti tl to tr ts tt tu ty ua ub ' +
    'uc ud ue ug ui ul um un up ur us ut va ve vi wa we wh wi wn wo wr ws xc xe xp xt ye yp ys ze zz'
  ).split(' '),
)

function shareOfCommonPairs(pieces: readonly string[]): number {
  let pairs = 0
  let common = 0
  for (const piece of pieces) {
    const word = piece.toLowerCase()
    for (let at = 1; at < word.length; at++) {
      if (word.charCodeAt(at) < 97) break
      pairs++
      if (COMMON_PAIRS.has(word.slice(at - 1, at + 1))) common++
    }
  }
  return pairs === 0 ? 0 : common / pairs
}

const LONG_HEX = /^(?:0x)?[0-9a-f]{24,}$/i

/** Short words with numbers between them, such as `v1.2.3-rc.4` or `2026-11-16T12:00`. */
function isVersioned(value: string): boolean {
  return /^v?\d+(?:[.:_-]\d+){2,}/.test(value) || /^\d[\d.,:_/+TZ-]*$/.test(value)
}

/** Scraps in both cases with digits between, such as `q7Rk-Z9tW`: drawn at random, however short. */
export function isScrap(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false
  const pieces = value.match(PIECES) ?? []
  return pieces.reduce((sum, piece) => sum + piece.length, 0) / pieces.length <= 2.7
}

/** Letters, digits and many different signs, as in the salts of a generator. */
export function isNoise(value: string): boolean {
  // A pattern has as many.
  if (/\(\?|a-z|A-Z|0-9|\\[dswb(|.]|\[\^|\.[*+]/.test(value)) return false
  const signs = value.match(/[^A-Za-z0-9\s]/g) ?? []
  return value.length >= 24 && new Set(signs).size >= 6 && signs.length >= value.length / 5 && isScrap(value)
}

/** Bits for each character, from how often each occurs. */
function countEntropy(value: string): number {
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const DEFAULTS = new Set(
  (
    'password passwords passwd pass pwd passphrase passwort secret secrets token key apikey test testing tests tester root admin ' +
    'administrator user username users guest demo dev develop development local localhost default example sample postgres ' +
    'postgresql mysql mariadb mongo mongodb redis rabbitmq minio minioadmin docker letmein welcome qwerty foo bar baz ' +
    'foobar hunter none null nil true false undefined string str text number boolean int bytes any object required ' +
    'optional invalid wrong correct missing empty hidden encrypted hashed bearer basic abc abcd abcdef changeme ' +
    'changeit yes no on off me value supersecret topsecret mysecret mypassword mytoken mykey secretkey testpass ' +
    'testpassword userpass proxypass dbpass anonymous prompt stdin file env vault keychain pgpass'
  ).split(' '),
)

/** A word that everybody uses where a password is needed: `postgres`, `changeme`, `password123`, `admin!`. */
export function isDefaultPassword(value: string): boolean {
  const word = value.toLowerCase().replace(/^-|[\d!@#$_,-]+$/g, '')
  return DEFAULTS.has(word.replace(/[_-]/g, '')) || /^\d{1,6}$/.test(value)
}

/** A name in code rather than a text: `user.password`, `process.env.KEY`, `hashedPassword`, `Token::new`. */
export function isCodeName(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*[?!]?$/.test(value)
}

/** A path, an address or a reference to where the secret is kept. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) && !(ODD_START.test(value) && isScrap(value))
}

/** A slash, or letters and a colon, and no further slash: a password may begin so. */
const ODD_START = /^(?:\/|[A-Za-z0-9]{2,12}:)[^/\\.]+$/
const REFERENCE =
  /^(?:~|\.{1,2})\/|^\/(?![A-Za-z0-9+/]{27,}={0,2}$)|^[a-z][a-z0-9+.-]{1,12}:|^[A-Za-z]:\\|\$\{|\.(?:json|ya?ml|pem|key|txt|env|ts|js|py|md)$|env[.[(]/i

/** After a beginning that nothing else has: any digit or change of case is enough to tell it from words. */
export function isScrambled(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]/.test(value)
}

/** Letters and digits, or a sign in the midst of them: more than a word. */
export function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && (/\d/.test(value) || /[a-z].*[A-Z]|[!@#$%^&*?~+=]/.test(value))
}

/** What is typed where a program takes nothing but a password: a word too, but none about passwords. */
export function isTyped(value: string): boolean {
  if (isPlaceholder(value) || isReference(value) || /^-|^%\w{1,40}%$/.test(value)) return false
  if (/^\d+$/.test(value)) return value.length >= 6 && !isRun(value)
  if (isDefaultPassword(value)) return false
  if (!/\d/.test(value) && /^[\p{L}'’_.-]+$/u.test(value)) return isGivenWord(value, 5)
  if (isCodeName(value)) return /\d/.test(value)
  return isMixed(value) || value.length >= 10
}

/** `12345678`, `87654321`, `11112222`. */
export function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, at) => Math.abs(Number(digit) - Number(digits[at])) % 8)
  return (
    steps.filter(step => step <= 1).length > steps.length * 0.7 || new Set(digits).size < Math.min(4, digits.length - 1)
  )
}
