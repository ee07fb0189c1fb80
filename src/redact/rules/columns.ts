/** Secrets in tables that are drawn with signs or spaces: of Markdown, psql, mysql, and labels with their values beside them. */
import type { Found, Rule } from '../rule.ts'
import { isPasswordOf, isSecretOf, PASSWORD_WORD, SECRET_WORD } from './secret-names.ts'
import { BEGIN, compile, LINE_END } from './shape-rule.ts'

const NAMED = { category: 'secret', rank: 'named' } as const
const PASSWORDS =
  'passwort|kennwort|mot de passe|mdp|contraseña|contrasenya|clave|senha|wachtwoord|lösenord|passord|adgangskode|hasło|heslo|пароль|パスワード|密码|密碼|비밀번호'
const PASSWORD_HEADS = [
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  ...PASSWORDS.split('|').filter(word => word !== 'passwort'),
]
const SECRET_HEADS = ['token', 'secret', 'key', 'credential']
const CELL = compile(
  String.raw`[|│][ \t]{0,60}[\x60*]{0,2}(?<secret>[^\s|│\x60*][^\s|│\x60]{5,300}?)(?=[\x60*]{0,2}[ \t]{0,60}(?:[|│]|$|[\r\n]|"[,}\s]))`,
)
const TABLES = { follow: { chars: '|│', within: 90 }, before: 200, after: 1500, pattern: CELL } as const

export const COLUMN_RULES: readonly Rule[] = [
  {
    ...NAMED,
    ...TABLES,
    name: 'password',
    what: 'passwords in tables (a column or a row with that name)',
    anchors: PASSWORD_HEADS,
    accepts: found => isPasswordOf('password', found.value, 'setting') && isUnder(found, saysPassword),
  },
  {
    ...NAMED,
    ...TABLES,
    name: 'secret',
    what: 'random values in tables (a column or a row that is called token, key or secret)',
    anchors: SECRET_HEADS,
    accepts: found => isUnder(found, cell => isSecretOf(cell.replaceAll(' ', '_'), found.value, 'quoted')),
  },
  {
    ...NAMED,
    name: 'password',
    what: 'passwords some spaces behind their label (Password      …)',
    anchors: PASSWORD_HEADS,
    follow: { chars: ' \t', within: 12 },
    before: 24,
    after: 200,
    pattern: compile(
      String.raw`${BEGIN}(?:[\p{L}\d-]{1,16} )?(?:${PASSWORD_WORD}|${PASSWORDS})[ \t]{2,40}(?<secret>[^\s|│"'\x60=:]{6,120})${LINE_END}`,
      'iu',
    ),
    accepts: ({ value }) => isPasswordOf('password', value, 'setting'),
  },
  {
    ...NAMED,
    name: 'secret',
    what: 'random values some spaces behind their label (API key      …)',
    anchors: SECRET_HEADS.flatMap(word => [`${word}  `, `${word}s  `, `${word}\t`]),
    before: 24,
    after: 400,
    pattern: compile(
      String.raw`${BEGIN}(?<name>(?:[A-Za-z0-9-]{1,16}[ _-]){0,3}${SECRET_WORD})[ \t]{2,40}(?<secret>[^\s|│"'\x60=]{12,400})${LINE_END}`,
      'i',
    ),
    accepts: ({ value, match }) =>
      isSecretOf((match?.groups?.name ?? '').replaceAll(/[ -]/g, '_').toLowerCase(), value, 'quoted'),
  },
]

/** Whether the head of its column, or the cell before it, says so. */
function isUnder({ text, start }: Found, says: (cell: string) => boolean): boolean {
  const lines = text.slice(Math.max(0, start - 4000), start).split('\n')
  const row = cellsOf(lines.at(-1) ?? '')
  if (row.length > 2 && says(row.at(-2) ?? '')) return true
  let head: readonly string[] = []
  for (let at = lines.length - 2; at >= 0 && isOfTable(lines[at] ?? ''); at--) {
    if (/[|│]/.test(lines[at] ?? '')) head = cellsOf(lines[at] ?? '')
  }
  return says(head[row.length - 1] ?? '')
}

function cellsOf(line: string): readonly string[] {
  return line.split(/[|│]/).map(cell => cell.replaceAll(/^[\s\x60*"\r]+|[\s\x60*:"\r]+$/g, ''))
}

function isOfTable(line: string): boolean {
  return /[|│]/.test(line) || /^[^\w]*[-+=─┼├┤┌┐]{3}/.test(line)
}

const HEAD = new RegExp(`^(?:[\\p{L}\\d_-]{1,20}[ _-]){0,3}(?:${PASSWORD_WORD}|${PASSWORDS})$`, 'iu')

function saysPassword(cell: string): boolean {
  return HEAD.test(cell)
}
