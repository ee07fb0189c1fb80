/** Private keys of wallets that have no beginning of their own: their checksum tells them, or what is written beside them. */
import type { Found, Rule } from '../rule.ts'
import { hasBase58Sum, hasRippleSum, hasStellarSum } from './forms/checksums.ts'
import { isRandom } from './judge-value.ts'
import { compile, END, START } from './shape-rule.ts'

/** What is written near such a key. */
const WORDS = [
  'privkey',
  'priv_key',
  'private key',
  'private_key',
  'privatekey',
  'secretkey',
  'secret_key',
  'secret key',
  'keypair',
  'from_secret',
  'fromsecret',
  'fromwif',
  'wif',
  'wallet',
  'bs58',
  'seed',
  'stellar',
  'soroban',
  'solana',
  'phantom',
  'xrp',
  'ripple',
  'litecoin',
  'dogecoin',
  'bitcoin',
  'testnet',
]

export const WALLET_KEY_RULES: readonly Rule[] = [
  {
    name: 'wallet-key',
    category: 'secret',
    what: 'private keys and seeds of Bitcoin and its likes, Stellar, XRP and Solana in a line about them, by their checksum or length',
    rank: 'shape',
    anchors: WORDS,
    follow: { chars: '0123456789', within: 160 },
    before: 120,
    after: 260,
    pattern: compile(
      `${START}(?:[1-9A-HJ-NP-Za-km-z]{51,52}|S[A-Z2-7]{55}|s[1-9A-HJ-NP-Za-km-z]{27,30}|[1-9A-HJ-NP-Za-km-z]{86,88})${END}`,
    ),
    accepts: isWalletKey,
  },
  {
    name: 'wallet-key',
    category: 'secret',
    what: 'encrypted private keys of Bitcoin (6P…), by their checksum',
    rank: 'shape',
    anchors: ['6PR', '6PY', '6Pf', '6Pn', '6Po'],
    before: 0,
    after: 80,
    pattern: compile(`${START}6P[1-9A-HJ-NP-Za-km-z]{56}${END}`),
    accepts: ({ value }) => hasBase58Sum(value),
  },
]

function isWalletKey({ value, text, start }: Found): boolean {
  if (value.length <= 31) return hasRippleSum(value)
  if (value.length === 56) return hasStellarSum(value)
  // The first letters of private keys of Bitcoin, Litecoin, Dogecoin, Dash and of their test networks.
  if (value.length <= 52) return /^[5679KLTQXc]/.test(value) && hasBase58Sum(value)
  // Signatures on Solana are as long.
  return SECRET_BEFORE.test(text.slice(Math.max(0, start - 80), start)) && isRandom(value, 80)
}

const SECRET_BEFORE =
  /(?:secret|private|priv_?key|keypair|wallet|phantom)(?![^\n]{0,80}(?:sig|tx|hash|public))[^\n]{0,79}$/i
