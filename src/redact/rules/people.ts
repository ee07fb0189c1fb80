import type { Found, Rule } from '../rule.ts'
import { isPlaceholder, isRandom } from './judge-value.ts'
import { compile, END, NO_LETTER, START } from './shape-rule.ts'

const IS = String.raw`["'\]]{0,2}\s{0,4}[:=]\s{0,4}["'\x60]?`
const LETTER = String.raw`A-Za-z0-9\u00c0-\u024f\u0400-\u04ff`
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const PEOPLE_RULES: readonly Rule[] = [
  {
    name: 'email',
    category: 'person',
    what: 'e-mail addresses',
    rank: 'shape',
    anchors: ['@', '%40'],
    before: 66,
    after: 130,
    pattern: compile(
      String.raw`(?<![${LETTER}._%+@-](?<!%(?:25){0,3}[0-9A-Fa-f]{2}|\[[0-9;]{0,8}m)|://[^\s/@]{0,80})[${LETTER}_](?:[${LETTER}._+-]{0,62}[${LETTER}_+-])?(?:@|%40)(?:[${LETTER}](?:[${LETTER}-]{0,61}[${LETTER}])?\.){1,6}(?:[a-z]{2,18}|[A-Z]{2,18})(?![${LETTER}-]|\.[a-z0-9])`,
    ),
    accepts: isAddress,
  },
  {
    name: 'request-id',
    category: 'id',
    what: 'request ids (req_…, and the fields requestId, request_id, x-request-id)',
    rank: 'shape',
    anchors: ['req_'],
    pattern: compile(`${START}req_[A-Za-z0-9]{16,40}${END}`),
    accepts: ({ value }) => isRandom(value.slice(4), 16),
    fields: /^(?:x-)?request-?_?id$/i,
  },
  {
    name: 'request-id',
    category: 'id',
    what: 'request ids by name in a text',
    rank: 'named',
    anchors: ['request-id', 'request_id', 'requestid'],
    follow: { chars: ':=', within: 16 },
    pattern: compile(`request[-_]?id${IS}(?<secret>[A-Za-z0-9_-]{12,80})`, 'i'),
    accepts: isId,
  },
  {
    name: 'organization-id',
    category: 'id',
    what: 'organisation ids in a line of text (Organization: …)',
    rank: 'named',
    anchors: ['organization', 'organisation'],
    follow: { chars: ':', within: 6 },
    before: 2,
    pattern: compile(
      String.raw`${NO_LETTER}organi[sz]ation(?: ID)?:\s{1,4}(?<secret>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})`,
      'i',
    ),
  },
  idRule(
    'organization-id',
    'organisation ids by name (organizationUuid, organization_id, orgId …)',
    ['organization', 'organisation', 'org_', 'orgid', 'orguuid', 'org-id'],
    '(?:anthropic-)?org(?:ani[sz]ation)?[-_]?(?:uu)?id',
  ),
  {
    name: 'account-id',
    category: 'id',
    what: 'accounts in ARNs of AWS',
    rank: 'named',
    anchors: ['arn:aws'],
    pattern: compile(String.raw`arn:aws[a-z-]{0,10}:[a-z0-9-]{1,40}:[a-z0-9-]{0,24}:(?<secret>\d{12}):`),
    accepts: ({ value }) => !isPlaceholder(value),
  },
  idRule(
    'account-id',
    'account, user and device ids by name (accountUuid, userID, anonymousId, deviceId …)',
    [
      'account',
      'user_id',
      'userid',
      'user-id',
      'useruuid',
      'user_uuid',
      'anonymous',
      'device',
      'distinct',
      'machine',
      'installation',
    ],
    '(?:(?:aws[-_]?)?account|user|anonymous|device|distinct|machine|installation)[-_]?(?:uu)?id',
  ),
]

function idRule(name: string, what: string, anchors: readonly string[], names: string): Rule {
  return {
    name,
    category: 'id',
    what,
    rank: 'named',
    anchors,
    follow: { chars: ':=', within: 28 },
    before: 12,
    pattern: compile(`${NO_LETTER}${names}${IS}(?<secret>[A-Za-z0-9_-]{12,80})(?![A-Za-z0-9(.])`, 'i'),
    accepts: isId,
    fields: new RegExp(`^${names}$`, 'i'),
  }
}

function isId({ value }: Found): boolean {
  if (isPlaceholder(value)) return false
  return (
    UUID.test(value) ||
    /^(?:\d{12}|req_[A-Za-z0-9]{8,})$/.test(value) ||
    isRandom(value.replace(/^[a-z]{2,8}_/, ''), 12)
  )
}

const EXAMPLE_HOSTS =
  /^(?:(?:.*\.)?(?:example|test|invalid|localhost|local)|(?:.*\.)?(?:example|test|tests|testing|domain|yourdomain|mydomain|yourcompany|mycompany|company|acme|foo|bar|baz|somewhere|host|server|site|website|b|y|z)\.[a-z]{2,12})$/i
const NOBODY =
  /^(?:git|noreply|no-reply|donotreply|do-not-reply|mailer-daemon|postmaster|you|user|username|name|your-?\.?_?(?:name|email)|email|someone|somebody)$/i
const TOP_LEVELS = new Set(
  (
    'com org net edu gov mil int info biz name pro dev app cloud tech online site xyz email team work agency company ' +
    'systems solutions software digital studio design blog shop store world live news one page space today tools zone ' +
    'network academy engineering consulting group global codes run social media health energy finance ventures capital ' +
    'labs land museum aero coop jobs mobi travel asia africa berlin hamburg koeln london nyc paris tokyo wien swiss life love club art city center community church school games photography video website wiki works'
  ).split(' '),
)
/** Two letters that end more names of files than addresses. */
const CODE_ENDS = new Set('ts js rb hs cs go py rs md sh cc so'.split(' '))

function isAddress({ value, text, start, end }: Found): boolean {
  const [local = '', domain = ''] = value.split(/@|%40/)
  const host = domain.toLowerCase()
  const top = host.slice(host.lastIndexOf('.') + 1)
  if (EXAMPLE_HOSTS.test(host) || NOBODY.test(local)) return false
  // `icon@2x.png`, `package@4.17.dev`, and a call of what a decorator names.
  if (/^\d+x?\./.test(host) || (text.charAt(end) === '(' && !/^(?:com|org|net|edu)$/.test(top))) return false
  if (!CODE_ENDS.has(top)) return top.length === 2 || TOP_LEVELS.has(top)
  return /<$|mailto:$/.test(text.slice(Math.max(0, start - 7), start))
}
