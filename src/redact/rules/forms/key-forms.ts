import { SOURCES } from './sources.ts'
import { readForms } from './token-form.ts'

/** Keys of coins and messages, hashes of passwords. `readForms` says how a row is read. */
export const KEY_FORMS = readForms(
  `
  wallet-key | extended private keys of wallets | xprv,yprv,zprv,tprv,uprv,vprv base58:107 | random | standard
  nostr-key | Nostr secret keys | nsec1 bech32:58 | any | standard
  nostr-key | encrypted Nostr secret keys | ncryptsec1 bech32:100-200 | any | standard
  wallet-key | Cardano secret keys | ed25519_sk1,ed25519e_sk1,xprv1,root_xsk1,acct_xsk1,addr_xsk1 bech32:58-180 | any | standard
  wallet-key | Sui private keys | suiprivkey1 bech32:50-70 | any | standard
  age-key | age secret keys of plug-ins | AGE-PLUGIN- upper:2-20 -1 upper:30-200 | any | standard
  minisign-key | minisign and signify secret keys | RWRTY0Iy base64:200-212 = | any | standard
  password-hash | Django hashes | pbkdf2_sha256$,pbkdf2_sha1$ digit:1-8 $ alnum:4-64 $ base64:26-44 = | any | standard
  password-hash | Django hashes | bcrypt_sha256$$2b$,bcrypt$$2b$ digit:2 $ hash64:53 | any | standard
  password-hash | Django hashes | scrypt$ digit:1-8 $ alnum:4-64 $ digit:1-3 $ digit:1-3 $ base64:60-90 = | any | standard
  password-hash | Werkzeug hashes | scrypt: digit:1-8 : digit:1-3 : digit:1-3 $ alnum:4-32 $ hex:128 | any | standard
  password-hash | Werkzeug hashes | pbkdf2:sha256:,pbkdf2:sha512:,pbkdf2:sha1: digit:1-8 $ alnum:4-32 $ hex:40-128 | any | standard
  password-hash | passlib hashes | $pbkdf2-sha256$,$pbkdf2-sha512$,$pbkdf2$ digit:1-8 $ hash64:10-90 $ hash64:20-90 | any own | standard
  password-hash | scrypt hashes | $scrypt$ln= digit:1-2 ,r= digit:1-3 ,p= digit:1-3 $ base64:10-60 $ base64:20-90 | any own | standard
  password-hash | WordPress and phpass hashes | $P$,$H$ hash64:31 | any own | standard
  password-hash | WordPress hashes | $wp$2y$ digit:2 $ hash64:53 | any own | standard
  password-hash | Drupal hashes | $S$ hash64:52 | any own | standard
  password-hash | PostgreSQL hashes | SCRAM-SHA-256$,SCRAM-SHA-1$ digit:1-8 : base64:12-40 = $ base64:26-44 = : base64:26-44 = | any | standard
  password-hash | LDAP hashes | {SSHA},{SSHA256},{SSHA512},{SMD5},{PBKDF2_SHA256},{PBKDF2-SHA512} base64:24-200 = | any own | standard
  password-hash | ASP.NET Identity hashes | AQAAAAEAACcQ,AQAAAAIAAYag base64:60-90 = | any own | standard
  password-hash | Cisco hashes | $8$,$9$ hash64:14 $ hash64:43 | any own | standard
  password-hash | GRUB hashes | grub.pbkdf2.sha512. digit:1-8 . HEX:64-256 . HEX:64-256 | any own | standard
  `,
  SOURCES,
)
