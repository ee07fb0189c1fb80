import type { Rule } from '../rule.ts'
import { isRandom } from './judge-value.ts'
import { compile, END, shapeRule } from './shape-rule.ts'

/** Between a name and its value: `=`, `: `, `" => "`, `" : "`. */
const IS = String.raw`["'\]]{0,2}\s{0,4}(?::=|=>|[:=])\s{0,4}["'\x60]?`

export const CLOUD_RULES: readonly Rule[] = [
  {
    name: 'aws-key-id',
    category: 'secret',
    what: 'AWS access key ids behind letters',
    rank: 'shape',
    anchors: ['AKIA', 'ASIA'],
    before: 16,
    pattern: compile(`(?<=(?<![A-Za-z0-9+/])[a-z]{1,12})A[KS]IA[A-Z2-7]{16}${END}`),
  },
  {
    name: 'aws-secret-key',
    category: 'secret',
    what: 'AWS secret access keys, by name and form',
    rank: 'named',
    anchors: ['secret'],
    follow: { chars: '=:', within: 28 },
    pattern: compile(
      `(?:aws_?secret|secret_?access)[A-Za-z_-]{0,16}${IS}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 40),
    fields: /^(?:aws_?)?secret_?access_?key$/i,
  },
  {
    name: 'aws-secret-key',
    category: 'secret',
    what: 'AWS secret access keys typed at a prompt or set by a command',
    rank: 'named',
    anchors: ['Secret Access Key [', 'aws_secret_access_key '],
    pattern: compile(
      String.raw`secret[ _]access[ _]key\s(?:\[[^\]\n]{0,40}\]:\s?)?["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 40),
  },
  {
    name: 'aws-session-token',
    category: 'secret',
    what: 'AWS session tokens, by their beginning or by name',
    rank: 'shape',
    anchors: ['IQoJb3JpZ2lu', 'FwoGZXIvYXdz', 'session_token', 'SessionToken', 'Security-Token'],
    after: 2400,
    pattern: compile(
      `(?<secret>(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[A-Za-z0-9/+=%]{80,2000}|(?<=(?:session_?token|security-token)${IS})[A-Za-z0-9/+=%]{180,2000})`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 80),
  },
  shapeRule({
    name: 'azure-client-secret',
    what: 'Azure client secrets (…8Q~…)',
    anchors: ['8Q~', '7Q~'],
    before: 4,
    pattern: `[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])`,
  }),
  {
    name: 'heroku-key',
    category: 'secret',
    what: 'older Heroku keys, a UUID by name',
    rank: 'named',
    anchors: ['heroku'],
    follow: { chars: '=:', within: 32 },
    pattern: compile(
      `heroku[a-z_-]{0,16}(?:key|token)${IS}(?<secret>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})`,
      'i',
    ),
    fields: /^heroku_?api_?(?:key|token)$/i,
  },
]
