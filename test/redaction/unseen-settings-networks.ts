/** Secrets of routers, Wi-Fi and directories, and what opens things again: recovery, seeds, signatures. */
import { ALNUM, BASE32, DIGITS, draw, drawBase64, LOWER, type Random, UPPER } from './pieces.ts'
import { lined, type UnseenFrame, type UnseenKind, wordIn } from './unseen-kind.ts'
import { drawBytes, drawSecretWord, HEX_UPPER, inGroups, LOWER_ALNUM } from './unseen-pieces.ts'

const token = (random: Random) => draw(random, ALNUM, 32)
const accessId = (random: Random) => `AKIA${draw(random, BASE32, 16)}`

function setting(name: string, make: (random: Random) => string, ...frames: readonly UnseenFrame[]): UnseenKind {
  return lined(name, 'settings', make, frames)
}

const NETWORKS: readonly UnseenKind[] = [
  setting(
    'wpa-supplicant',
    drawSecretWord,
    v => `network={\n  ssid="acme-guest"\n  psk="${v}"\n}`,
    v => `nmcli device wifi connect acme-guest password ${v}`,
  ),
  setting(
    'wpa-hex',
    r => r.hex(64),
    v => `network={\n  ssid="acme-guest"\n  psk=${v}\n}`,
  ),
  setting(
    'hostapd',
    drawSecretWord,
    v => `wpa_passphrase=${v}`,
    v => `    option encryption 'psk2'\n    option key '${v}'`,
    v => `psk=${v}`,
  ),
  setting('wifi-qr', drawSecretWord, v => `WIFI:T:WPA;S:acme-guest;P:${v};;`),
  setting(
    'netsh-wlan',
    drawSecretWord,
    v => `    Key Content            : ${v}`,
    v => `<keyMaterial>${v}</keyMaterial>`,
  ),
  setting(
    'snmp-community',
    drawSecretWord,
    v => `snmp-server community ${v} RO`,
    v => `snmpwalk -v2c -c ${v} 10.0.4.1`,
    v => `rocommunity ${v} 10.0.0.0/8`,
  ),
  setting(
    'snmp-v3',
    drawSecretWord,
    v => `snmpget -v3 -u maria -l authPriv -a SHA -A ${v} 10.0.4.1`,
    v => `createUser maria SHA "${v}" AES`,
  ),
  setting(
    'cisco-secret',
    r => `$1$${draw(r, ALNUM, 4)}$${draw(r, ALNUM, 22)}`,
    v => `enable secret 5 ${v}`,
    v => `username maria secret 5 ${v}`,
  ),
  setting(
    'cisco-plain',
    drawSecretWord,
    v => `enable password ${v}`,
    v => `username maria privilege 15 password 0 ${v}`,
  ),
  setting(
    'cisco-type7',
    r => draw(r, HEX_UPPER, 18),
    v => `line vty 0 4\n password 7 ${v}\n login`,
  ),
  setting(
    'isakmp-key',
    drawSecretWord,
    v => `crypto isakmp key ${v} address 203.0.113.7`,
    v => ` pre-shared-key ${v}`,
    v => `10.0.4.1 10.0.4.2 : PSK "${v}"`,
  ),
  setting(
    'tacacs-key',
    drawSecretWord,
    v => `tacacs-server key ${v}`,
    v => `radius-server host 10.0.4.3 auth-port 1812 key ${v}`,
  ),
  setting(
    'juniper',
    drawSecretWord,
    v => `set system root-authentication plain-text-password-value ${v}`,
    v => `set security ike policy a pre-shared-key ascii-text "${v}"`,
  ),
  setting(
    'mikrotik',
    drawSecretWord,
    v => `/ppp secret add name=maria password=${v} service=l2tp`,
    v => `/user add name=maria password=${v} group=full`,
  ),
  setting(
    'pppoe',
    drawSecretWord,
    v => `option username 'maria@isp'\noption password '${v}'`,
    v => `"maria" * "${v}"`,
  ),
  setting('bgp-password', drawSecretWord, v => ` neighbor 10.0.4.9 password ${v}`),
]

const RECOVERY: readonly UnseenKind[] = [
  setting(
    'vault-unseal',
    r => drawBytes(r, 33).toString('base64'),
    v => `Unseal Key 1: ${v}`,
    v => `vault operator unseal ${v}`,
  ),
  setting(
    'vault-recovery',
    r => drawBytes(r, 33).toString('base64'),
    v => `Recovery Key 2: ${v}`,
    v => `"recovery_keys_b64": [\n    "${v}"\n  ]`,
  ),
  setting(
    'bitlocker',
    r => inGroups(draw(r, DIGITS, 48), 6, '-'),
    v => `Recovery Key: ${v}`,
    v => `      Password:\n        ${v}`,
  ),
  setting(
    'filevault',
    r => inGroups(draw(r, UPPER + DIGITS, 24), 4, '-'),
    v => `Recovery key = '${v}'`,
    v => `FileVault recovery key: ${v}`,
  ),
  setting(
    'recovery-codes',
    r => `${r.hex(5)}-${r.hex(5)}`,
    (v, r) => `Recovery codes:\n${r.hex(5)}-${r.hex(5)}\n${v}\n${r.hex(5)}-${r.hex(5)}`,
  ),
  setting(
    'totp-seed',
    r => draw(r, BASE32, 32),
    v => `otpauth://totp/acme:maria?secret=${v}&issuer=acme`,
    v => `TOTP_SECRET=${v}`,
    v => `oathtool --totp -b ${v}`,
  ),
  setting(
    'totp-grouped',
    r => inGroups(draw(r, BASE32, 32).toLowerCase(), 4),
    v => `Your 2FA secret is: ${v}`,
    v => `setup key: ${v}`,
  ),
  setting(
    'pepper',
    r => draw(r, ALNUM, 24),
    v => `PASSWORD_PEPPER=${v}`,
    v => `const PEPPER = "${v}"`,
    v => `pepper: ${v}`,
  ),
  setting(
    'salt',
    r => r.hex(32),
    v => `HASHIDS_SALT=${v}`,
    v => `session_salt = "${v}"`,
  ),
  setting(
    'encryption-key',
    r => r.hex(64),
    v => `ENCRYPTION_KEY=${v}`,
    v => `N8N_ENCRYPTION_KEY=${v}`,
    v => `master_key: ${v}`,
  ),
  setting(
    'restic',
    drawSecretWord,
    v => `RESTIC_PASSWORD=${v} restic backup /srv`,
    v => `export BORG_PASSPHRASE='${v}'`,
  ),
  setting(
    'signing-secret',
    r => r.hex(32),
    v => `SLACK_SIGNING_SECRET=${v}`,
    v => `signing_secret: "${v}"`,
    v => `webhook_secret=${v}`,
  ),
  setting(
    'hmac-key',
    r => drawBase64(r, 32),
    v => `key "ddns" {\n  algorithm hmac-sha256;\n  secret "${v}";\n};`,
    v => `nsupdate -y hmac-sha256:ddns:${v}`,
  ),
  setting(
    'sas-signature',
    r => encodeURIComponent(drawBytes(r, 32).toString('base64')),
    v => `https://acme.blob.core.windows.net/b/a.tgz?sv=2024-11-04&sp=r&sig=${v}`,
    v => `SharedAccessSignature sr=a&sig=${v}&se=1790000000&skn=root`,
  ),
  setting(
    'presigned',
    r => r.hex(64),
    (v, r) =>
      `https://acme.s3.amazonaws.com/a.tgz?X-Amz-Credential=${accessId(r)}%2F20261116%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Signature=${v}`,
  ),
  setting(
    'callback-token',
    token,
    v => `https://app.acme-internal.net/cb#access_token=${v}&token_type=bearer`,
    v => `GET /cb?code=${v}&state=a HTTP/1.1`,
  ),
  setting(
    'session-header',
    token,
    v => `Set-Cookie: session_id=${v}; HttpOnly; Path=/`,
    v => `Cookie: theme=dark; auth_token=${v}`,
  ),
  setting(
    'vnc',
    r => draw(r, LOWER, 8),
    v => `x11vnc -passwd ${v} -display :0`,
    v => `VNC_PASSWORD=${v}`,
  ),
  setting(
    'ci-masked',
    r => draw(r, LOWER_ALNUM, 20),
    v => `gh secret set DEPLOY_KEY --body ${v}`,
    v => `fly secrets set SESSION_SECRET=${v}`,
    v => `heroku config:set SECRET=${v}`,
  ),
  wordIn(
    'kdbx',
    v => `echo ${v} | keepassxc-cli ls vault.kdbx`,
    v => `hdiutil attach a.dmg -stdinpass <<< "${v}"`,
  ),
]

export const UNSEEN_NETWORKS: readonly UnseenKind[] = [...NETWORKS, ...RECOVERY]
