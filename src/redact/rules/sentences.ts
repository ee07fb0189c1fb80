/** Secrets that a sentence gives away: "the password is …", in the languages that people write most. */
import type { Found, Rule } from '../rule.ts'
import {
  isDefaultPassword,
  isMixed,
  isPlaceholder,
  isRandom,
  isReference,
  isRun,
  isScrap,
  isTyped,
} from './judge-value.ts'
import { isGivenWord, isKnownWord } from './judge-word.ts'
import { compile } from './shape-rule.ts'

const NAMES =
  "pass(?:word|phrase|code|wd)s?|pswd|pw|pwd|\\p{L}{0,24}(?:passwort|kennwort|wachtwoord|lösenord)|(?:wlan|wi-?fi|netzwerk)[- ]?(?:schlüssel|key)|zugangscode|mots? de passe|mdp|code secret|kata sandi|mật khẩu|contraseñas?|contrasenya|clave|senha|palavra-passe|parola(?: d'ordine)?|wachtwoord|lösenord(?:et)?|passord(?:et)?|adgangskode(?:n)?|salasana|hasło|heslo|jelszó|parolă|şifre|пароль|пароля|кодовое слово"
const VERBS =
  "c['’]est|is|was|are|to|will be|should be|stays|remains|would be|ist|lautet|war|heißt|wurde auf|est|était|sera|es|era|será|é|è|sarà|is nu|är|er|on|to jest|jest|je|это"
const GLUE =
  '(?: (?:now|set to|currently|simply|just|still|again|changed to|reset to|jetzt|nun|aktuell|einfach|maintenant|toujours|désormais|ahora|agora|adesso|ora|nu|temporarily|for now|called|as follows|wie folgt))?'
const OPEN = String.raw`(?:["'\x60“”„‚‘’«»「『（(]{0,3}|[«„“][ \xa0\u202f])`
const TEXT = String.raw`(?<secret>[^\s"'\x60<>\\\x1b“”„‘’«»「」『』]{3,100}[^\s"'\x60<>\\\x1b.,;:!?)\]“”„‘’«»「」『』。、，！？][!?]{0,3})`
const ASIAN = '[!-&(-;=?-_a-~]{4,64}'
const PASSWORDS =
  'passwords in sentences (the password is …, das Passwort lautet …, la contraseña es …, パスワードは…です, 密码是…)'

export const SENTENCE_RULES: readonly Rule[] = [
  {
    name: 'password',
    category: 'secret',
    what: PASSWORDS,
    rank: 'named',
    anchors: [
      'password',
      'passphrase',
      'passcode',
      'passwd',
      'passwort',
      'kennwort',
      'mot de passe',
      'mots de passe',
      'mdp',
      'code secret',
      'kata sandi',
      'mật khẩu',
      'wlan-schlüssel',
      'wlan schlüssel',
      'netzwerkschlüssel',
      'wifi key',
      'wifi-key',
      'wi-fi key',
      'zugangscode',
      'contraseña',
      'contrasenya',
      'clave',
      'senha',
      'palavra-passe',
      'parola',
      'wachtwoord',
      'lösenord',
      'passord',
      'adgangskode',
      'salasana',
      'hasło',
      'heslo',
      'jelszó',
      'şifre',
      'пароль',
      'пароля',
      'the pw',
      'my pw',
      'pw is',
      'pwd is',
      'pw:',
      'pw =',
    ],
    follow: { chars: ' :=', within: 12 },
    before: 32,
    after: 220,
    pattern: compile(
      String.raw`(?<![\p{L}\p{N}_./-])(?:\p{L}[\p{L}\d]{1,20}-(?=[\p{L}]{0,24}(?:pass|kenn|wacht|lösen)))?(?:${NAMES})(?: ?\([^()\n]{1,24}\))?(?: (?:for|of|für|von|vom|des|der|zum|zur|de|du|del|della|dello|da|do|pour|para|voor|van|till|to|on) [^\s:=]{1,40}(?: [^\s:=]{1,30}){0,3}?)?["'\x60*”»]{0,3}(?<verb> (?:${VERBS})(?: ?:)?|\s?[:：=]|(?<=(?<!\p{L})(?:use|using|try|type|enter|with|mit|nimm|verwende|benutze|avec|utilise[rz]?|con|usa|usar|usando|use|met|gebruik) (?:(?:the|this|my|your|our|dem|das|le|la|el|il|de|het|a|o) )?(?:${NAMES})))${GLUE}[ \t]{1,3}[*]{0,2}(?<open>${OPEN})${TEXT}`,
      'iu',
    ),
    accepts: isSpoken,
  },
  {
    name: 'password',
    category: 'secret',
    what: PASSWORDS,
    rank: 'named',
    anchors: ['password', 'passphrase', 'passcode', 'passwort', 'kennwort', 'mot de passe', 'contraseña'],
    before: 0,
    after: 160,
    pattern: compile(
      String.raw`(?:password|passphrase|passcode|passwort|kennwort|mot de passe|contraseña)(?: again| now)?(?:,| [–—-]|:|;|\.)? (?<verb>(?:just |please |then |and |bitte |dann )?(?:type|enter|use|try|put in|give it|gib|nimm|tippe|tapez|entrez|escribe|usa))(?: it| in| ein)? (?<open>${OPEN})${TEXT}`,
      'iu',
    ),
    accepts: isSpoken,
  },
  {
    name: 'password',
    category: 'secret',
    what: PASSWORDS,
    rank: 'named',
    anchors: [
      'パスワード',
      '暗証番号',
      '合言葉',
      '密码',
      '密碼',
      '口令',
      '비밀번호',
      '암호',
      '패스워드',
      'パスフレーズ',
      '密语',
    ],
    before: 0,
    after: 160,
    pattern: compile(
      String.raw`(?:パスワード|パスフレーズ|暗証番号|合言葉|密码|密碼|口令|비밀번호|암호|패스워드)(?:[^\n\x21-\x7e]{0,12}?)(?:は|が|：|:|＝|=|是|为|為|就是|设为|設為|改成|改为|改為|设置为|設定為|を|는|은|가|이|→)\s{0,3}[「『"'“”\x60（(*]{0,3}(?<secret>${ASIAN})`,
      'u',
    ),
    accepts: isSpokenAsian,
  },
  {
    name: 'password',
    category: 'secret',
    what: 'users and passwords in one (log in with …/…, credentials: … / …)',
    rank: 'named',
    anchors: [
      'log in with',
      'login with',
      'log in as',
      'login as',
      'login is',
      'logins:',
      'login:',
      'sign in with',
      'sign in as',
      'credentials',
      'creds',
      'anmelden mit',
      'einloggen mit',
      'zugangsdaten',
      'anmeldedaten',
      'identifiants',
      'credenciales',
      'credenziali',
      'login mit',
      'logga in med',
      'ログイン',
      '登录',
      '登錄',
      'user/pass',
      'username/password',
      'user / pass',
    ],
    before: 0,
    after: 160,
    pattern: compile(
      String.raw`(?:(?:log|sign) ?in (?:with|as|is|using|mit)|logins?:|(?:anmelden|einloggen|login) mit|cred(?:ential)?s?(?: are| is| to use)?(?: for [^\s:]{1,30})?:?|zugangsdaten(?: sind)?:?|anmeldedaten(?: sind)?:?|identifiants ?:|credenciales ?:|credenziali ?:|logga in med|ログイン(?:情報)?[:：は]|登[录錄](?:信息|账号)?[:：用]|user(?:name)? ?/ ?pass(?:word)?(?: is)?[:=]?)\s{1,3}[*"'\x60“]{0,3}[\p{L}\p{N}_.@+-]{2,60}["'\x60*]{0,3}(?: ?[/:|] ?| and (?:password )?| und (?:passwort )?| et | y )["'\x60*]{0,3}${TEXT}`,
      'iu',
    ),
    accepts: ({ value, match }) =>
      /\d|[^\p{L}]/u.test(value)
        ? isTyped(value) && !/^\d|\//.test(value) && isMixed(value)
        : isGivenWord(value, 6) &&
          /[/|]|:(?! )/.test(match?.[0].replace(/^[^:]{0,30}:(?= )/, '') ?? '') &&
          isClosed(match, value),
  },
  {
    name: 'password',
    category: 'secret',
    what: 'users and passwords in one (log in with …/…, credentials: … / …)',
    rank: 'named',
    anchors: ['use ', 'with ', 'try ', 'as ', 'mit ', 'avec ', 'con '],
    follow: { chars: '/', within: 70 },
    before: 1,
    after: 200,
    pattern: compile(
      String.raw`(?<!\p{L})(?:use|with|try|as|mit|avec|con) ["'\x60]?[\p{L}\d_.@+-]{2,60}["'\x60]? ?/ ?["'\x60]?(?<secret>[^\s"'\x60<>/\\\x1b]{5,100})["'\x60]? (?:as|for|als|comme|como|to|zum|pour|para) (?:the |your )?(?:log ?in|sign ?in|user|username|cred|credentials?|account|anmelde|einloggen|connexion|identifiant|usuario|iniciar)(?! (?:page|form|route|path|url|screen|view|endpoint))`,
      'iu',
    ),
    accepts: ({ value }) => isTyped(value) && !/^(?:password|pass)$/i.test(value),
  },
  {
    name: 'password',
    category: 'secret',
    what: 'users and passwords in one (log in with …/…, credentials: … / …)',
    rank: 'named',
    anchors: ['password ', 'passwort ', 'kennwort ', ' pw ', ' pass ', 'mot de passe ', 'contraseña '],
    before: 160,
    after: 110,
    pattern: compile(
      String.raw`(?<=(?:user(?:name)?|benutzer(?:name)?|login|account|utilisateur|usuario|email|log ?in (?:as|with)|as)[ :=]{1,3}["'\x60]?(?!(?:and|or|und|oder|et|ou|y|e|with)[ /])[^\s"'\x60]{2,60}["'\x60]?,?(?: (?:and|und|with|mit|et|y|with the|avec le|con la))? )(?:password|passwort|kennwort|pw|pass|mot de passe|contraseña) (?:is |ist |= ?)?["'\x60]?${TEXT}`,
      'iu',
    ),
    accepts: found => isSpoken(found),
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'tokens and keys in sentences (my token is …)',
    rank: 'named',
    anchors: [
      'token',
      'key',
      'secret',
      'schlüssel',
      'clé',
      'chave',
      'トークン',
      'キー',
      '密钥',
      '密鑰',
      '令牌',
      '키는',
      '토큰',
    ],
    follow: { chars: ' は是为為:：는은', within: 4 },
    before: 0,
    pattern: compile(
      String.raw`(?:(?:token|key|secret|schlüssel|clé|chave)s? (?:is|was|to|ist|lautet|est|es|é)${GLUE} |(?:トークン|キー|密钥|密鑰|令牌|키|토큰)\s?(?:は|是|为|為|：|:|는|은)\s?)${OPEN}(?<secret>[A-Za-z0-9_+/=.-]{20,600})`,
      'i',
    ),
    accepts: ({ value }) =>
      isRandom(value.replace(/\.$/, ''), 20) && !isReference(value) && !/^[a-z]+-[a-z]+-/.test(value),
  },
]

/** Endings of adjectives and participles, which follow "is" where no password does. */
const ENGLISH =
  /(?:ed|ing|ble|ive|ent|ant|(?:ic|ion|nti|ci|ri|tu|su|in|ern|im|rm|er|or|eg|oc|ob)al|ic|ous|less|ful|ly|ary|ory|tion|sion|ity|ment|ness|[ae]nce|ism|[iy][sz]e)$|^(?:un|in|im|mis)\p{L}{3,8}$/iu
const GERMANIC =
  /(?:ig|lich|bar|isch|los|haft|iert|elt|ert|st|kt|cht|zt|ten|den|gen|ben|ken|sen|nen|len|ren|ad|at|et)$|^(?:ge|be|ver|ent|zer|er|un)\p{L}{3,9}$/iu
const ROMANCE =
  /(?:ad[oa]s?|id[oa]s?|t[oa]s?|[aeo]ri[oa]s?|bl[ea]s?|il|ic[oa]s?|un[oa]|iv[oa]s?|[éè]e?s?|eux|euse|iste?|ique|oire|ais|ait|ent|ant|el|ns[oa]|gur[oa]|al)$/iu
const SLAVIC = /(?:ны?й|на|ен|ан|то|ся|ть|ne|ny|ná|né|ane|any|owe|owy)$/iu

function isState(verb: string, word: string): boolean {
  if (/^(?:is|was|are|to|be|will|should|would|stays|remains)/i.test(verb)) return ENGLISH.test(word)
  if (/^(?:ist|lautet|war|heißt|wurde|är|er)/i.test(verb)) return GERMANIC.test(word)
  if (/^(?:est|était|sera|es|era|será|é|è|sarà)/i.test(verb)) return ROMANCE.test(word)
  if (/^(?:(?:just|please|then|and) )?(?:type|enter|use|try|put|give)/i.test(verb))
    return ENGLISH.test(word) || word.length < 8
  if (/^(?:tapez|entrez|escribe|usa)/i.test(verb)) return ROMANCE.test(word) || word.length < 8
  if (verb === '') return ENGLISH.test(word) || (GERMANIC.test(word) && word.length < 12) || word.length < 8
  return SLAVIC.test(word) || ENGLISH.test(word)
}

function isSpoken(found: Found): boolean {
  const { match, text, start, end } = found
  const value = found.value.replace(/[!?]+$/, '')
  if (
    isPlaceholder(value) ||
    isDefaultPassword(value) ||
    isReference(value) ||
    /^[-/%$({[|:=]|\(|\/$|^\p{L}+\(\)$/u.test(value)
  )
    return false
  const isQuoted =
    (/["'`“„‘«「『]/.test(text.charAt(start - 1)) && /["'`”“’»」』]/.test(text.charAt(end))) ||
    (/[«„“]\s$/.test(text.slice(start - 2, start)) && /^\s?[»“”]/.test(text.slice(end, end + 2)))
  if (/^\d+$/.test(value)) return value.length >= 5 && !isRun(value) && !/^(?:19|20)\d\d/.test(value)
  if (!/\d/.test(value) && /^[\p{L}'_.-]+$/u.test(value)) return isSpokenWord({ ...found, value }, isQuoted)
  if (isQuoted && value.length >= 6 && isMixed(found.value) && !isKnownWord(value)) return !/[(){}<>]|::/.test(value)
  if (value.length < 6 || !isMixed(value) || !/\d/.test(value) || isKnownWord(value)) return isGenerated(value)
  // `sha256-hashed`, `base64-encoded`, `12+`, `utf8` are no more than words.
  if (
    /^\d+[+-]?[a-z]*$|-(?:encoded|hashed|based|encrypted)|^(?:v|sha|md|utf|base|aes|rsa|oauth|ipv|http|bcrypt|argon)-?\d/i.test(
      value,
    )
  )
    return false
  return (
    isScrap(value) ||
    /[!?*~^+=@#$%&]/.test(value) ||
    /[a-z]{3,}.*\d{1,}/i.test(value) ||
    (match !== undefined && isRandom(value, 8))
  )
}

/** More signs than a word has: `corr!horse?` */
function isGenerated(value: string): boolean {
  return (
    value.length >= 8 &&
    /^[\p{L}\d!?*~^+=@#$%&._-]+$/u.test(value) &&
    (/[\p{L}][!?*~^+=@#$%&]+[\p{L}]/u.test(value) || isScrap(value)) &&
    !/=/.test(value)
  )
}

function isSpokenWord({ value, text, end, match }: Found, isQuoted: boolean): boolean {
  if (/^pw$/i.test(value) || !isGivenWord(value, isQuoted ? 5 : 6)) return false
  if (isQuoted) return true
  // "my-app.dev" and `user_name` name something, and so do words that go on.
  if (/[._]|^\p{L}{1,5}-\p{L}+$/u.test(value) || /^[\p{L}'’-]*[(]/u.test(text.slice(end, end + 2))) return false
  // In other texts these are a key and a word.
  if (/^(?:clave|parola)/.test(match?.[0] ?? '') && /^\p{Ll}{0,13}$/u.test(value)) return false
  const isAssigned = /[:=]$/.test(match?.groups?.verb ?? '')
  const isOver =
    isClosed(match, value) ||
    /^(?:[\s]{0,3}(?:$|[\r\n])|"[ \t]{0,4}[,}\]]|[.,;:!?)。、，*](?:\s|$|\*|")| (?:and|for|on|but|so|please|instead|yesterday|today|now|again|this|last|since|because|until|if|when|then|first|here|there|everywhere|temporarily|or|und|für|aber|statt|oder|gestern|heute|wieder|zum|et|pour|mais|hier|sur|dans|y|para|pero|ayer|e|ma|per|en|och|men|maar|voor|om|at|–|—|-|\()(?:\s|\b))/u.test(
      text.slice(end, end + 12),
    )
  if (isAssigned)
    return /^\p{L}\p{Ll}+(?:-\p{Ll}+)*$/u.test(value)
      ? isOver && value.length >= 8 && !STATE_ONLY.test(value)
      : isClosed(match, value) && value.length >= 8 && /^\p{L}+$/u.test(value) && !isType(text, end)
  const isName = /^\p{Lu}/u.test(value)
  if (isName) return isOver
  return isOver && (value.length >= 14 || !isState((match?.groups?.verb ?? '').trim(), value))
}

/** `password: HashedPassword` among lines that end as code does. */
function isType(text: string, end: number): boolean {
  return /[;{}]\s*(?:$|[\r\n])|=>|: (?:string|number|boolean)/m.test(text.slice(Math.max(0, end - 200), end + 120))
}

/** Behind a colon stands what a form asks for or complains about. */
const STATE_ONLY = /(?:ed|ing|able|ible|tion|less|ful|lich|bar|iert|ado|ada|ido|ida)$/i

/** Nothing of the line behind it. */
function isClosed(match: RegExpExecArray | undefined, value: string): boolean {
  if (!match) return false
  const end = match.index + match[0].lastIndexOf(value) + value.length
  return /^(?:[.,;!?)"'`”»]{0,3}\s{0,3}(?:$|[\r\n])|[.!)]?"[ \t]{0,4}[,}\]])/.test(match.input.slice(end, end + 8))
}

/** In front of these the letters are the password; before `で` or `加密` they say how one is kept. */
const ASIAN_END =
  /^[」』"'”\x60）)*]{0,3}\s{0,2}(?:です|でした|だ|である|になり|に変更|に設定|にし|입니다|이에요|예요|이야|야|임|이다|로 (?:변경|설정)|으로 (?:변경|설정)|[。．.,、，；;！!？?\r\n)]|$|\s)/u
const ASIAN_KIND =
  /^[」』"'”]{0,3}\s{0,2}(?:で(?![すしあ])|を|が|の|と|编码|編碼|加密|格式|哈希|类型|字段|存|算法|方式|的|로 |으로 )/u

function isSpokenAsian({ value, text, start, end }: Found): boolean {
  const password = value.replace(/[.,;:!?)]+$/, '')
  if (
    password.length < 4 ||
    isPlaceholder(password) ||
    isDefaultPassword(password) ||
    isReference(password) ||
    isKnownWord(password)
  )
    return false
  if (/^\d+$/.test(password)) return password.length >= 5 && !isRun(password)
  const behind = text.slice(end, end + 12)
  const isQuoted = /[「『"'“`]/.test(text.charAt(start - 1))
  if (/^[A-Za-z_.-]+$/.test(password))
    return (
      isGivenWord(password, isQuoted ? 4 : 5) &&
      !/[._]/.test(password) &&
      (isQuoted || ASIAN_END.test(behind)) &&
      !ASIAN_KIND.test(behind)
    )
  if (
    /^(?:sha|md|utf|base|aes|rsa|bcrypt|argon|v)-?\d|^[A-Za-z]+\(|[<>{}|]/i.test(password) ||
    /^\d+[-~]\d+$/.test(password)
  )
    return false
  return (isQuoted || !ASIAN_KIND.test(behind) || isScrap(password)) && password.length >= 5
}
