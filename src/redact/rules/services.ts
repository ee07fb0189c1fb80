import type { Rule } from '../rule.ts'
import { hasBase58Sum } from './forms/checksums.ts'
import { isRandom, isScrambled } from './judge-value.ts'
import { compile, END, START, shapeRule } from './shape-rule.ts'

/** A bot token begins with its id, a number, in base64: these are all the beginnings three digits can give. */
function listDiscordBeginnings(): readonly string[] {
  const first = ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT']
  return first
    .flatMap(pair => Array.from('AEIMQUYcgk', third => pair + third))
    .flatMap(start => Array.from('wxyz012345', fourth => start + fourth))
}

/**
 * How a private key of Bitcoin can begin, from the least to the greatest of them, each with a third letter of base 58. In
 * any case, as anchors are.
 */
function listWalletBeginnings(): readonly string[] {
  const pairs = ['5H', '5J', '5K', 'Kw', 'Kx', 'Ky', 'Kz', 'L1', 'L2', 'L3', 'L4', 'L5']
  return pairs.flatMap(pair => Array.from('123456789abcdefghijklmnopqrstuvwxyz', third => pair + third))
}

export const SERVICE_RULES: readonly Rule[] = [
  shapeRule({
    name: 'slack-token',
    what: 'Slack tokens (xoxb-…, xoxp-…, xapp-… and the others)',
    anchors: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxc-', 'xoxd-', 'xoxe', 'xapp-'],
    pattern: String.raw`(?:xox[bparsocd]-|xoxe(?:\.xox[bp])?-|xapp-)[A-Za-z0-9%+/=-]{10,300}`,
    accepts: ({ value }) => /\d{5}|%/.test(value) || isRandom(value.slice(5), 20),
  }),
  shapeRule({
    name: 'twilio-key',
    what: 'auth tokens of Twilio behind the id of their account',
    anchors: Array.from('0123456789abcdef', digit => `AC${digit}`),
    follow: { chars: ',', within: 36 },
    pattern: String.raw`AC[0-9a-f]{32}["'],\s{0,3}["'](?<secret>[0-9a-f]{32})["']`,
  }),
  shapeRule({
    name: 'firebase-key',
    what: 'server keys of Firebase (AAAA…:APA91b…)',
    anchors: [':APA91b', '%3AAPA91b'],
    before: 16,
    pattern: '[A-Za-z0-9_-]{7,14}(?::|%3A)APA91b[A-Za-z0-9_-]{100,180}',
  }),
  {
    name: 'mailgun-key',
    category: 'secret',
    what: 'newer Mailgun keys, by their form in a line about Mailgun',
    rank: 'named',
    anchors: ['mailgun'],
    pattern: compile(
      String.raw`mailgun[^\n]{0,200}?(?<![A-Za-z0-9])(?<secret>[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})${END}`,
      'i',
    ),
  },
  shapeRule({
    name: 'discord-token',
    what: 'Discord bot tokens, by their form',
    anchors: listDiscordBeginnings(),
    follow: { chars: '.', within: 28 },
    pattern: String.raw`[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}`,
    accepts: ({ value }) => isRandom(value.split('.')[2] ?? '', 24) && isRandom(value.split('.')[0] ?? '', 20),
  }),
  shapeRule({
    name: 'telegram-token',
    what: 'Telegram bot tokens (…:AA…)',
    anchors: [':AA', '%3AAA'],
    before: 14,
    pattern: String.raw`(?:bot)?\d{8,10}(?::|%3A)AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])`,
    accepts: ({ value }) => isScrambled(value.split(/:|%3A/)[1] ?? ''),
  }),
  {
    name: 'ngrok-key',
    category: 'secret',
    what: 'ngrok tokens of tunnels, by their form in a line about them',
    rank: 'named',
    anchors: ['ngrok', 'authtoken'],
    pattern: compile(
      String.raw`(?:ngrok|authtoken)[^\n]{0,200}?(?<![A-Za-z0-9])(?<secret>[123][A-Za-z0-9]{26}_[1-9][A-Za-z0-9]{20})${END}`,
      'i',
    ),
  },
  shapeRule({
    name: 'hook-key',
    what: 'keys in the paths of hooks and gateways (…/hooks/…, IFTTT, Infura, Alchemy)',
    anchors: ['/hooks/', '/with/key/', 'infura.io/', 'alchemy.com/'],
    before: 0,
    after: 120,
    pattern: String.raw`(?<=/hooks/|/with/key/|(?:infura\.io|alchemy\.com)/(?:nft/|ws/)?v\d/)[A-Za-z0-9_-]{22,64}(?![A-Za-z0-9_-])`,
    accepts: ({ value }) => isRandom(value, 20),
  }),
  {
    name: 'ably-key',
    category: 'secret',
    what: 'Ably keys, by their form in a line about Ably',
    rank: 'named',
    anchors: ['ably'],
    follow: { chars: ':', within: 80 },
    pattern: compile(
      String.raw`ably[^\n]{0,80}?(?<![A-Za-z0-9])(?<secret>[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{16,64})(?![A-Za-z0-9_-])`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value.split(':')[1] ?? '', 16),
  },
  shapeRule({
    name: 'unleash-token',
    what: 'Unleash tokens (project:environment.…)',
    anchors: [
      ':production.',
      ':development.',
      ':staging.',
      ':testing.',
      ':test.',
      ':default.',
      ':prod.',
      ':dev.',
      '*:*.',
      '[]:',
    ],
    before: 40,
    pattern: String.raw`(?:[\w-]{1,32}|\*|\[\]):(?:[\w-]{1,24}|\*)\.[0-9a-f]{48,64}${END}`,
  }),
  shapeRule({
    name: 'facebook-token',
    what: 'Facebook tokens of apps (number|…)',
    anchors: Array.from('0123456789', digit => [`${digit}|`, `${digit}%7C`]).flat(),
    before: 18,
    after: 48,
    pattern: String.raw`\d{13,17}(?:\||%7C)(?<secret>[A-Za-z0-9_-]{27})(?![A-Za-z0-9_-])`,
    accepts: ({ value }) => isScrambled(value),
  }),
  {
    name: 'wallet-key',
    category: 'secret',
    what: 'private keys of Bitcoin (5…, K…, L…), by their checksum',
    rank: 'shape',
    anchors: listWalletBeginnings(),
    before: 0,
    after: 64,
    pattern: compile(`${START}(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})${END}`),
    accepts: ({ value }) => hasBase58Sum(value),
  },
  {
    name: 'wallet-key',
    category: 'secret',
    what: 'key pairs of Solana as 64 numbers behind a name',
    rank: 'named',
    anchors: ['keypair', 'key_pair', 'secretkey', 'secret_key', 'privatekey', 'private_key', 'id.json'],
    after: 500,
    pattern: compile(
      String.raw`(?:key_?pair|(?:secret|private)_?key|id\.json)[^\n[\]]{0,60}\s{0,9}(?<secret>\[\s{0,9}(?:\d{1,3},\s{0,9}){63}\d{1,3}\s{0,9}\])`,
      'i',
    ),
  },
  {
    name: 'otp-secret',
    category: 'secret',
    what: 'secrets of one-time passwords (otpauth://…)',
    rank: 'named',
    anchors: ['otpauth://', 'otpauth%3A%2F%2F', 'otpauth-migration://'],
    after: 600,
    pattern: compile(
      String.raw`otpauth(?:-migration)?(?::|%3A)(?:/|%2F){2}[^\s"'<>\x60]{1,300}?(?:secret|data)(?:=|%3D)(?<secret>[A-Za-z0-9+/%_-]{8,500}={0,6})`,
      'i',
    ),
  },
]
