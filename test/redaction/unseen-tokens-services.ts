/** Token forms of mail, money, telephones, observation and other services. Facts from the lists of secret scanners. */
import { ALNUM, DIGITS, draw, drawBase64, drawBase64Url, LOWER, UPPER, URL_SAFE } from './pieces.ts'
import { called, form, lined, type UnseenKind } from './unseen-kind.ts'
import { drawBytes, HEX_UPPER, LOWER_ALNUM } from './unseen-pieces.ts'

const MAIL: readonly UnseenKind[] = [
  form('brevo-key', 'BREVO_API_KEY', 'xkeysib-', r => `${r.hex(64)}-${draw(r, ALNUM, 16)}`),
  form('mailgun-new-key', 'MAILGUN_API_KEY', '', r => `${r.hex(32)}-${r.hex(8)}-${r.hex(8)}`),
  form('mailersend-key', 'MAILERSEND_API_KEY', 'mlsn.', r => r.hex(64)),
  called('postmark-token', 'POSTMARK_SERVER_TOKEN', r => r.uuid()),
  called('mailjet-secret', 'MJ_APIKEY_PRIVATE', r => r.hex(32)),
  called('messagebird-key', 'MESSAGEBIRD_ACCESS_KEY', r => draw(r, ALNUM, 25)),
  form('telnyx-key', 'TELNYX_API_KEY', 'KEY0', r => `${draw(r, HEX_UPPER, 32)}_${draw(r, ALNUM, 22)}`),
  form('slack-refresh', 'SLACK_CONFIG_TOKEN', 'xoxe.xoxp-1-', r => draw(r, ALNUM, 166)),
  called('mattermost-token', 'MATTERMOST_TOKEN', r => draw(r, LOWER_ALNUM, 26)),
  called('vonage-secret', 'VONAGE_API_SECRET', r => draw(r, ALNUM, 16)),
]

const OFFICE: readonly UnseenKind[] = [
  form('hubspot-token', 'HUBSPOT_ACCESS_TOKEN', 'pat-na1-', r => r.uuid()),
  form('asana-token', 'ASANA_ACCESS_TOKEN', '2/', r => `${draw(r, DIGITS, 16)}/${draw(r, DIGITS, 16)}:${r.hex(32)}`),
  form('clickup-token', 'CLICKUP_API_TOKEN', 'pk_', r => `${draw(r, DIGITS, 8)}_${draw(r, UPPER + DIGITS, 32)}`),
  form('intercom-token', 'INTERCOM_ACCESS_TOKEN', 'dG9rO', r =>
    Buffer.from(`tok:${r.hex(8)}_${r.hex(4)}_${r.hex(4)}_${r.hex(4)}_${r.hex(12)}:1:0`)
      .toString('base64')
      .slice(5),
  ),
  form('trello-token', 'TRELLO_TOKEN', 'ATTA', r => r.hex(64) + draw(r, HEX_UPPER, 8)),
  called('zendesk-token', 'ZENDESK_API_TOKEN', r => draw(r, ALNUM, 40)),
  called('todoist-token', 'TODOIST_API_TOKEN', r => r.hex(40)),
  form('cal-key', 'CAL_API_KEY', 'cal_live_', r => r.hex(32)),
  form('wakatime-key', 'WAKATIME_API_KEY', 'waka_', r => r.uuid()),
  form('readme-key', 'README_API_KEY', 'rdme_', r => draw(r, LOWER_ALNUM, 70)),
  form('frameio-token', 'FRAMEIO_TOKEN', 'fio-u-', r => draw(r, URL_SAFE, 63) + draw(r, ALNUM, 1)),
  form('apify-token', 'APIFY_TOKEN', 'apify_api_', r => draw(r, ALNUM, 36)),
]

const MONEY: readonly UnseenKind[] = [
  form('plaid-access', 'PLAID_ACCESS_TOKEN', 'access-production-', r => r.uuid()),
  form('shippo-token', 'SHIPPO_TOKEN', 'shippo_live_', r => r.hex(40)),
  form('easypost-key', 'EASYPOST_API_KEY', 'EZAK', r => draw(r, ALNUM, 54)),
  called('lob-key', 'LOB_API_KEY', r => `live_${r.hex(35)}`),
  called('razorpay-secret', 'RAZORPAY_KEY_SECRET', r => draw(r, ALNUM, 24)),
  form('flutterwave-key', 'FLW_SECRET_KEY', 'FLWSECK-', r => `${r.hex(32)}-X`),
  called('gocardless-token', 'GOCARDLESS_ACCESS_TOKEN', r => `live_${draw(r, URL_SAFE, 39)}${draw(r, ALNUM, 1)}`),
  form(
    'braintree-token',
    'BRAINTREE_ACCESS_TOKEN',
    'access_token$production$',
    r => `${draw(r, LOWER_ALNUM, 16)}$${r.hex(32)}`,
  ),
  called('kraken-secret', 'KRAKEN_API_SECRET', r => drawBytes(r, 64).toString('base64')),
  called('alchemy-key', 'ALCHEMY_API_KEY', r => draw(r, ALNUM, 32)),
  form('woocommerce-secret', 'WC_CONSUMER_SECRET', 'cs_', r => r.hex(40)),
]

const WATCHING: readonly UnseenKind[] = [
  form(
    'dynatrace-token',
    'DT_API_TOKEN',
    'dt0c01.',
    r => `${draw(r, UPPER + DIGITS, 24)}.${draw(r, UPPER + DIGITS, 64)}`,
  ),
  form('honeycomb-key', 'HONEYCOMB_API_KEY', 'hcaik_01', r => draw(r, LOWER_ALNUM, 56)),
  form('axiom-token', 'AXIOM_TOKEN', 'xaat-', r => r.uuid()),
  called('elastic-key', 'ELASTIC_API_KEY', r =>
    Buffer.from(`${draw(r, URL_SAFE, 20)}:${draw(r, URL_SAFE, 22)}`).toString('base64'),
  ),
  lined('opsgenie-key', 'tokens', r => r.uuid(), [
    v => `curl -H "Authorization: GenieKey ${v}" https://api.opsgenie.com/v2/alerts`,
    v => `OPSGENIE_API_KEY=${v}`,
  ]),
  form('stytch-secret', 'STYTCH_SECRET', 'secret-live-', r => `${draw(r, URL_SAFE, 35)}${draw(r, ALNUM, 1)}=`),
  form('statsig-secret', 'STATSIG_SERVER_SECRET', 'secret-', r => draw(r, ALNUM, 43)),
  form('flagsmith-key', 'FLAGSMITH_SERVER_KEY', 'ser.', r => draw(r, ALNUM, 22)),
  called('unleash-token', 'UNLEASH_API_TOKEN', r => `default:production.${r.hex(56)}`),
  called('virustotal-key', 'VT_API_KEY', r => r.hex(64)),
  called('rollbar-token', 'ROLLBAR_ACCESS_TOKEN', r => r.hex(32)),
]

const NETWORK: readonly UnseenKind[] = [
  called('ngrok-token', 'NGROK_AUTHTOKEN', r => `2${draw(r, ALNUM, 26)}_${draw(r, ALNUM, 21)}`),
  lined('ngrok-config', 'tokens', r => `3${draw(r, ALNUM, 26)}_${draw(r, ALNUM, 21)}`, [
    v => `ngrok config add-authtoken ${v}`,
    v => `version: "3"\nagent:\n    authtoken: ${v}`,
  ]),
  called(
    'bitwarden-token',
    'BWS_ACCESS_TOKEN',
    r => `0.${r.uuid()}.${draw(r, ALNUM, 30)}:${drawBytes(r, 16).toString('base64')}`,
  ),
  called('ably-key', 'ABLY_API_KEY', r => `${draw(r, ALNUM, 6)}.${draw(r, ALNUM, 6)}:${drawBase64Url(r, 32)}`),
  called('pusher-secret', 'PUSHER_APP_SECRET', r => r.hex(20)),
  form('adafruit-key', 'ADAFRUIT_IO_KEY', 'aio_', r => draw(r, ALNUM, 28)),
  form('maxmind-key', 'MAXMIND_LICENSE_KEY', '', r => `${draw(r, ALNUM, 6)}_${draw(r, ALNUM, 29)}_mmk`),
  lined('openweather-key', 'tokens', r => r.hex(32), [
    v => `https://api.openweathermap.org/data/2.5/weather?q=Bern&appid=${v}&units=metric`,
    v => `OPENWEATHER_API_KEY=${v}`,
  ]),
  form('rapidapi-key', 'RAPIDAPI_KEY', '', r => `${r.hex(10)}msh${r.hex(15)}p1${r.hex(5)}jsn${r.hex(12)}`),
  form('scalingo-token', 'SCALINGO_API_TOKEN', 'tk-us-', r => draw(r, URL_SAFE, 47) + draw(r, ALNUM, 1)),
  lined('cloudinary-url', 'tokens', r => draw(r, ALNUM, 27), [
    v => `CLOUDINARY_URL=cloudinary://${'482915736204817'}:${v}@shop-images`,
    v => `cloudinary_api_secret: ${v}`,
  ]),
]

const SOCIAL: readonly UnseenKind[] = [
  form('facebook-token', 'FB_PAGE_TOKEN', 'EAAC', r => draw(r, ALNUM, 160)),
  form(
    'twitter-bearer',
    'TWITTER_BEARER_TOKEN',
    'AAAAAAAAAAAAAAAAAAAAA',
    r => `${draw(r, ALNUM, 40)}%3D${draw(r, ALNUM, 40)}`,
  ),
  called('spotify-secret', 'SPOTIFY_CLIENT_SECRET', r => r.hex(32)),
  lined('twitch-token', 'tokens', r => draw(r, LOWER_ALNUM, 30), [
    v => `TWITCH_OAUTH_TOKEN=${v}`,
    v => `PASS oauth:${v}`,
    v => `twitch_irc_password = "oauth:${v}"`,
  ]),
  called('github-client-secret', 'GITHUB_CLIENT_SECRET', r => r.hex(40)),
  called('flask-secret', 'FLASK_SECRET_KEY', r => draw(r, LOWER, 24)),
  called('csrf-secret', 'CSRF_SECRET', r => drawBase64(r, 24)),
]

export const UNSEEN_SERVICE_TOKENS: readonly UnseenKind[] = [
  ...MAIL,
  ...OFFICE,
  ...MONEY,
  ...WATCHING,
  ...NETWORK,
  ...SOCIAL,
]
