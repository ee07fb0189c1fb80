import type { Rule } from '../rule.ts'
import { isRandom, isScrambled } from './judge-value.ts'
import { compile, END, shapeRule } from './shape-rule.ts'

/** Between a name and its value: `=`, `: `, `" => "`, `" : "`. */
const IS = String.raw`["'\]]{0,2}\s{0,4}(?::=|=>|[:=])\s{0,4}["'\x60]?`

export const CLOUD_RULES: readonly Rule[] = [
  shapeRule({
    name: 'aws-key-id',
    what: 'AWS access key ids (AKIA…, ASIA…)',
    anchors: ['AKIA', 'ASIA'],
    pattern: `A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9])`,
  }),
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
    isWrapped: true,
  },
  shapeRule({
    name: 'google-oauth',
    what: 'Google OAuth access tokens, refresh tokens and client secrets (ya29.…, 1//0…, GOCSPX-…)',
    anchors: ['ya29.', '1//0', '1%2F%2F0', 'GOCSPX-'],
    pattern: String.raw`(?:ya29\.[A-Za-z0-9_-]{30,400}|1(?:/|%2F){2}0[A-Za-z0-9_-]{40,120}|GOCSPX-[A-Za-z0-9_-]{24,40})`,
    after: 500,
  }),
  shapeRule({
    name: 'azure-client-secret',
    what: 'Azure client secrets (…8Q~…)',
    anchors: ['8Q~', '7Q~'],
    before: 4,
    pattern: `[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])`,
  }),
  shapeRule({
    name: 'digitalocean-token',
    what: 'DigitalOcean tokens (dop_v1_…, doo_v1_…, dor_v1_…)',
    anchors: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: `do[opr]_v1_[0-9a-f]{64}${END}`,
  }),
  shapeRule({
    name: 'cloudflare-token',
    what: 'Cloudflare tokens and keys (cfut_…, cfat_…, cfk_…, v1.0-…)',
    anchors: ['cfut_', 'cfat_', 'cfk_', 'v1.0-'],
    pattern: `(?:cf(?:ut|at|k)_[A-Za-z0-9]{40,60}|v1\\.0-[0-9a-f]{24}-[0-9a-f]{146})${END}`,
  }),
  shapeRule({
    name: 'vercel-token',
    what: 'Vercel tokens (vcp_…, vci_…, vca_…, vcr_…, vck_…, vercel_blob_rw_…)',
    anchors: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'vercel_blob_rw_'],
    pattern: `(?:vc[piark]_[A-Za-z0-9]{20,64}|vercel_blob_rw_[A-Za-z0-9]{8,20}_[A-Za-z0-9]{20,40})${END}`,
    accepts: ({ value }) => isScrambled(value.slice(4)),
  }),
  shapeRule({
    name: 'netlify-token',
    what: 'Netlify tokens (nfp_…, nfc_…)',
    anchors: ['nfp_', 'nfc_'],
    pattern: `nf[pc]_[A-Za-z0-9]{36,48}${END}`,
  }),
  shapeRule({
    name: 'heroku-key',
    what: 'Heroku keys (HRKU-…)',
    anchors: ['HRKU-'],
    pattern: 'HRKU-[A-Za-z0-9_-]{36,80}',
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
  shapeRule({
    name: 'supabase-key',
    what: 'Supabase tokens and secret keys (sbp_…, sb_secret_…)',
    anchors: ['sbp_', 'sb_secret_'],
    pattern: `(?:sbp_(?:oauth_)?[0-9a-f]{40}${END}|sb_secret_[A-Za-z0-9_-]{20,60})`,
  }),
  shapeRule({
    name: 'fly-token',
    what: 'Fly.io tokens (fm1r_…, fm2_…, fo1_…)',
    anchors: ['fm1r_', 'fm1a_', 'fm2_', 'fo1_'],
    pattern: `(?:fm(?:1[ar]|2)_[A-Za-z0-9+/%]{80,1200}={0,3}|fo1_[A-Za-z0-9_-]{40,48})`,
    after: 1300,
  }),
  shapeRule({
    name: 'planetscale-token',
    what: 'PlanetScale tokens and passwords (pscale_tkn_…, pscale_pw_…, pscale_oauth_…)',
    anchors: ['pscale_'],
    pattern: `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}`,
  }),
  shapeRule({
    name: 'pulumi-token',
    what: 'Pulumi tokens (pul-…)',
    anchors: ['pul-'],
    pattern: `pul-[0-9a-f]{40}${END}`,
  }),
  shapeRule({
    name: 'vault-token',
    what: 'HashiCorp Vault tokens (hvs.…, hvb.…, hvr.…)',
    anchors: ['hvs.', 'hvb.', 'hvr.'],
    pattern: String.raw`hv[sbr]\.[A-Za-z0-9_-]{24,300}`,
    accepts: ({ value }) => isScrambled(value.slice(4)),
  }),
  shapeRule({
    name: 'terraform-token',
    what: 'Terraform Cloud tokens (….atlasv1.…)',
    anchors: ['.atlasv1.'],
    before: 16,
    pattern: String.raw`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,80}`,
  }),
  shapeRule({
    name: 'databricks-token',
    what: 'Databricks tokens (dapi…, dose…)',
    anchors: ['dapi', 'dose'],
    pattern: String.raw`(?:dapi|dose)[0-9a-f]{32}(?:-\d)?${END}`,
  }),
  shapeRule({
    name: 'tailscale-key',
    what: 'Tailscale keys (tskey-…)',
    anchors: ['tskey-'],
    pattern: `tskey-[a-z]{2,20}-[A-Za-z0-9_]{8,40}-[A-Za-z0-9_]{16,60}`,
  }),
  shapeRule({
    name: 'doppler-token',
    what: 'Doppler tokens (dp.pt.…, dp.st.… and the others)',
    anchors: ['dp.'],
    pattern: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}${END}`,
  }),
  shapeRule({
    name: 'alibaba-key-id',
    what: 'Alibaba Cloud access key ids (LTAI…)',
    anchors: ['LTAI'],
    pattern: `LTAI[A-Za-z0-9]{16,20}${END}`,
    accepts: ({ value }) => isScrambled(value.slice(4)),
  }),
]
