import type { Rule } from '../rule.ts'
import { isRandom, isScrambled } from './judge-value.ts'
import { END, shapeRule } from './shape-rule.ts'

/** A bot token begins with its id, a number, in base64: these are all the beginnings three digits can give. */
function listDiscordBeginnings(): readonly string[] {
  const first = ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT']
  return first
    .flatMap(pair => Array.from('AEIMQUYcgk', third => pair + third))
    .flatMap(start => Array.from('wxyz012345', fourth => start + fourth))
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
    name: 'stripe-key',
    what: 'Stripe secret and restricted keys (sk_live_…, rk_live_…, also _test_) and webhook secrets (whsec_…)',
    anchors: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'whsec_'],
    pattern: `(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}${END}|whsec_[A-Za-z0-9+/=]{24,255})`,
    accepts: ({ value }) => isScrambled(value.replace(/^(?:..|whsec)_(?:live_|test_)?/, '')),
  }),
  shapeRule({
    name: 'twilio-key',
    what: 'Twilio API keys (SK…)',
    anchors: Array.from('0123456789abcdef', digit => `SK${digit}`),
    pattern: `SK[0-9a-f]{32}${END}`,
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
  shapeRule({
    name: 'sendgrid-key',
    what: 'SendGrid keys (SG.…)',
    anchors: ['SG.'],
    pattern: String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}`,
  }),
  shapeRule({
    name: 'mailgun-key',
    what: 'Mailgun keys (key-…, pubkey-…)',
    anchors: ['key-'],
    before: 3,
    pattern: `(?:(?:pub)?key-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})${END}`,
  }),
  shapeRule({
    name: 'mailchimp-key',
    what: 'Mailchimp keys (…-us12)',
    anchors: ['-us'],
    before: 33,
    pattern: String.raw`[0-9a-f]{32}-us\d{1,2}${END}`,
  }),
  shapeRule({
    name: 'resend-key',
    what: 'Resend keys (re_…)',
    anchors: ['re_'],
    pattern: `re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}${END}`,
    accepts: ({ value }) => isScrambled(value.slice(3)) && /\d/.test(value),
  }),
  shapeRule({
    name: 'linear-key',
    what: 'Linear keys (lin_api_…, lin_oauth_…)',
    anchors: ['lin_api_', 'lin_oauth_'],
    pattern: `lin_(?:api|oauth)_[A-Za-z0-9]{32,128}${END}`,
  }),
  shapeRule({
    name: 'notion-token',
    what: 'Notion tokens (ntn_…, secret_…)',
    anchors: ['ntn_', 'secret_'],
    pattern: `(?:ntn_[0-9]{8,12}[A-Za-z0-9]{32,40}|secret_[A-Za-z0-9]{43})${END}`,
    accepts: ({ value }) => value.startsWith('ntn_') || isRandom(value.slice(7), 40),
  }),
  shapeRule({
    name: 'figma-token',
    what: 'Figma tokens (figd_…)',
    anchors: ['figd_'],
    pattern: 'figd_[A-Za-z0-9_-]{36,200}',
  }),
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
  shapeRule({
    name: 'sentry-token',
    what: 'Sentry tokens (sntrys_…, sntryu_…)',
    anchors: ['sntrys_', 'sntryu_'],
    pattern: `(?:sntrys_[A-Za-z0-9+/=_%-]{60,500}|sntryu_[0-9a-f]{64}${END})`,
    after: 600,
  }),
  shapeRule({
    name: 'newrelic-key',
    what: 'New Relic keys (NRAK-…, NRJS-…, NRII-…, …NRAL)',
    anchors: ['NRAK-', 'NRJS-', 'NRII-', 'NRAL'],
    before: 40,
    pattern: `(?:NRAK-[A-Z0-9]{27}|NRJS-[0-9a-f]{19}|NRII-[A-Za-z0-9_-]{32}|[0-9a-f]{36}NRAL)${END}`,
  }),
  shapeRule({
    name: 'grafana-token',
    what: 'Grafana tokens (glsa_…, glc_…)',
    anchors: ['glsa_', 'glc_'],
    pattern: `(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}${END}|glc_[A-Za-z0-9+/_-]{32,400}={0,2})`,
    after: 500,
  }),
  shapeRule({
    name: 'shopify-token',
    what: 'Shopify tokens (shpat_…, shpca_…, shppa_…, shpss_…)',
    anchors: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    pattern: `shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}${END}`,
  }),
  shapeRule({
    name: 'square-token',
    what: 'Square tokens (EAAA…, sq0atp-…, sq0csp-…)',
    anchors: ['EAAA', 'sq0'],
    pattern: `(?:EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_+=-])|sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43})`,
    accepts: ({ value }) => isRandom(value, 20),
  }),
  shapeRule({
    name: 'airtable-token',
    what: 'Airtable tokens (pat….…)',
    anchors: ['pat'],
    follow: { chars: '.', within: 15 },
    pattern: String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}${END}`,
  }),
  shapeRule({
    name: 'postman-key',
    what: 'Postman keys (PMAK-…)',
    anchors: ['PMAK-'],
    pattern: `PMAK-[0-9a-f]{24}-[0-9a-f]{34}${END}`,
  }),
  shapeRule({
    name: 'posthog-key',
    what: 'PostHog personal keys (phx_…)',
    anchors: ['phx_'],
    pattern: `phx_[A-Za-z0-9]{40,64}${END}`,
  }),
  shapeRule({
    name: 'contentful-token',
    what: 'Contentful tokens (CFPAT-…)',
    anchors: ['CFPAT-'],
    pattern: 'CFPAT-[A-Za-z0-9_-]{40,50}',
  }),
  shapeRule({
    name: 'onepassword-token',
    what: '1Password service account tokens (ops_eyJ…) and secret keys (A3-…)',
    anchors: ['ops_ey', 'A3-'],
    pattern: `(?:ops_ey[A-Za-z0-9+/=_%-]{100,1300}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}${END})`,
    after: 1400,
  }),
  shapeRule({
    name: 'mapbox-token',
    what: 'Mapbox secret tokens (sk.eyJ…)',
    anchors: ['sk.eyJ'],
    pattern: String.raw`sk\.eyJ[A-Za-z0-9_-]{30,200}\.[A-Za-z0-9_-]{20,30}`,
  }),
  shapeRule({
    name: 'dropbox-token',
    what: 'Dropbox tokens (sl.…)',
    anchors: ['sl.'],
    pattern: String.raw`sl\.(?:u\.)?[A-Za-z0-9_-]{100,1400}`,
    after: 1500,
    accepts: ({ value }) => isRandom(value, 100),
  }),
  shapeRule({
    name: 'typeform-token',
    what: 'Typeform tokens (tfp_…)',
    anchors: ['tfp_'],
    pattern: 'tfp_[A-Za-z0-9_-]{40,64}',
  }),
  shapeRule({
    name: 'launchdarkly-key',
    what: 'LaunchDarkly keys (sdk-…, api-… with a UUID)',
    anchors: ['sdk-', 'api-'],
    pattern: `(?:sdk|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}${END}`,
  }),
]
