/** Secrets that a program hands over: to the constructor of a login, to a field of a page, as a pair of user and password. */
import type { Rule } from '../rule.ts'
import { QUOTED } from './assignments.ts'
import { isRandom, isTyped } from './judge-value.ts'
import { BEGIN, compile, LINE_END } from './shape-rule.ts'

const NAMED = { category: 'secret', rank: 'named', name: 'password' } as const
/** An argument before the password. */
const ARGUMENT = String.raw`(?:[bruf@$]?"[^"\n]{0,120}"|'[^'\n]{0,120}'|[\w.$:/\[\]-]{1,60}),\s{0,40}`
const LAST = String.raw`[bruf@]?["'\x60](?<secret>${QUOTED})["'\x60]`
const LOGINS = [
  'credential(',
  'credentials(',
  'basicauth(',
  'basic_auth(',
  'digestauth(',
  'authbasic(',
  'passwordauth(',
  'passwordauthentication(',
  'passwordauthenticationtoken(',
  'authenticationtoken(',
  '.login(',
  '_login(',
  '.auth(',
  'authenticate(',
  'ssh2_auth_password(',
  'signin(',
  'sign_in(',
  'withcredentials(',
  'setcredentials(',
  'signinwithemailandpassword(',
  'createuserwithemailandpassword(',
  'htpasswd(',
  'plainauth(',
]

export const CALL_RULES: readonly Rule[] = [
  {
    ...NAMED,
    what: 'passwords behind the user in a call (Credentials("…", "user", "…"), HTTPBasicAuth(…), smtp.login(…))',
    anchors: LOGINS,
    before: 0,
    pattern: compile(
      String.raw`(?:credentials?|(?:basic|digest|password|plain)_?auth(?:entication)?(?:token)?|authbasic|authenticationtoken|login|\.auth|authenticate|auth_password|sign_?in|and_?password|htpasswd)\(\s{0,40}(?:${ARGUMENT}){1,4}(?:\(?convertto-securestring\s(?:-\w{2,12}\s){0,3})?${LAST}(?=\s{0,40}[,)])(?!\s{0,4},\s{0,4}["'])`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value) && !value.includes('@'),
  },
  {
    ...NAMED,
    what: 'passwords behind server and user in a call (mysqli_connect(…), DriverManager.getConnection(…), new Sequelize(…))',
    anchors: [
      'sequelize(',
      'mysqli(',
      'mysqli_connect(',
      'mysql_connect(',
      'pdo(',
      'getconnection(',
      'mysqldb.connect(',
      'pymysql.connect(',
    ],
    before: 0,
    pattern: compile(
      String.raw`(?:sequelize|mysqli?(?:_connect)?|pdo|getconnection|(?:mysqldb|pymysql)\.connect)\(\s{0,40}(?:${ARGUMENT}){2}${LAST}`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    what: 'passwords of pairs (auth=("user", "…"), auth: ["user", "…"])',
    anchors: ['auth'],
    follow: { chars: '=:', within: 4 },
    before: 24,
    pattern: compile(
      String.raw`(?<![A-Za-z])(?:[a-z]{1,12}_)?auth["']?\s{0,3}[=:]\s{0,3}[([]\s{0,8}(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|[\w.]{1,60}),\s{0,8}${LAST}`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    what: "passwords typed into a page (fill('#password', '…'), getByLabel('Password').fill('…'), sendKeys(…))",
    anchors: [
      '.type(',
      '.fill(',
      'sendkeys(',
      'send_keys(',
      'setvalue(',
      'set_value(',
      'addvalue(',
      'typetext(',
      'input_text(',
      'fill_in',
      'entertext(',
      'replacetext(',
      'presssequentially(',
    ],
    before: 200,
    pattern: compile(
      String.raw`(?<=(?:passw|pwd|passphrase|kennwort|passcode)[^\n]{0,120}?)(?:\.type|\.fill|send_?keys|(?:set|add)_?value|(?:type|enter|replace)text|input_text|presssequentially)\(\s{0,8}(?:"[^"\n]{1,80}",\s{0,3}|'[^'\n]{1,80}',\s{0,3})?${LAST}`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    what: "passwords typed into a page (fill('#password', '…'), getByLabel('Password').fill('…'), sendKeys(…))",
    anchors: ['.type(', '.fill(', 'fill_in', 'typetext(', 'input_text(', 'fillfield(', 'setvalue(', 'input password'],
    before: 0,
    pattern: compile(
      String.raw`(?:\.type|\.fill|fill_in|typetext|input_text|fillfield|setvalue)[( ]\s{0,8}(?:"[^"\n]{0,60}(?:passw|pwd|passphrase|kennwort)[^"\n]{0,30}"|'[^'\n]{0,60}(?:passw|pwd|passphrase|kennwort)[^'\n]{0,30}'|[\w.:]{0,40}passw\w{0,20})(?:\)?,\s{0,3}(?:with:\s{0,3})?)${LAST}`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    what: 'users and passwords in one value (user = "name:…", npmAuthIdent: "name:…", BUNDLE_HOST: "name:…")',
    anchors: ['user', 'userpwd', 'auth', 'ident', 'cred', 'login', 'bundle_', 'bundle config'],
    follow: { chars: ':= ', within: 32 },
    before: 40,
    pattern: compile(
      String.raw`(?:(?<![A-Za-z])(?:[a-z]{1,12}[_-]){0,3}(?:[a-z]{0,8}auth(?:ident|entication)?|proxy-?user|user(?:pwd|pass|password)?|creds?|credentials?|login|bundle_\w{2,60})["']?\s{0,3}[:=]\s{0,3}|bundle config (?:set )?(?:--[a-z]{4,8} )?\S{2,80}\s)["']?(?![a-z]{2,12}://)(?<!["'][^"']{0,200}["']\s?:\s?)(?<user>[\w.@+-]{1,60}):(?<secret>[^\s"'\x60:/,;&{}()\\\x1b][^\s"'\x60/,;{}()\\\x1b]{3,200})["']?${LINE_END}`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    what: 'passwords in the configuration of JAAS and ZooKeeper (user_name="…")',
    anchors: ['user_'],
    follow: { chars: '=', within: 32 },
    before: 4,
    pattern: compile(
      String.raw`${BEGIN}user_(?!(?:name|id|email|agent|role|type|data|input|home|dir|path|file|group|shell|key|lang|locale|token|info|list|count|prompt|message|host)=)[A-Za-z0-9]{1,30}="(?<secret>[^"\n]{4,200})";?${LINE_END}`,
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    name: 'secret',
    what: 'tokens masked in the output of a job (::add-mask::…)',
    anchors: ['::add-mask::', 'task.setsecret', 'issecret=true', 'setsecret('],
    before: 0,
    pattern: compile(
      String.raw`(?:::add-mask::|issecret=true[^\]\n]{0,40}\]|task\.setsecret[^\]\n]{0,40}\]|setsecret\(["'])(?<secret>[^\s"'\x60$]{4,400})`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value) || isRandom(value, 16),
  },
]
