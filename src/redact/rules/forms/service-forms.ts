import { SOURCES } from './sources.ts'
import { readForms } from './token-form.ts'

/** Mail, chat, work, money, shops, media and watching over what runs. `readForms` says how a row is read. */
export const SERVICE_FORMS = readForms(
  `
  stripe-key | Stripe, Clerk and Paystack secret keys | sk_live_,sk_test_,sk_prod_ alnum:16-255 | | gitleaks
  stripe-key | Stripe restricted keys | rk_live_,rk_test_,rk_prod_ alnum:16-255 | | gitleaks
  stripe-key | Stripe keys of organisations | sk_org_live_,sk_org_test_ alnum:16-255 | | provider
  stripe-key | Stripe webhook secrets | whsec_ base64:24-255 = | | public
  stripe-key | Stripe client secrets of payments | pi_,seti_ alnum:24 _secret_ alnum:20-40 | | provider
  twilio-key | Twilio keys | SK0,SK1,SK2,SK3,SK4,SK5,SK6,SK7,SK8,SK9,SKa,SKb,SKc,SKd,SKe,SKf hex:31 | any | public
  sendgrid-key | SendGrid keys | SG. url:16-32 . url:32-64 | own | gitleaks
  mailgun-key | Mailgun keys | key-,pubkey- hex:32 | own | gitleaks
  brevo-key | Brevo keys | xkeysib-,xsmtpsib- hex:64 - alnum:16 | | gitleaks
  resend-key | Resend keys | re_ alnum:8 _ alnum:20-28 | random own | public
  mailersend-key | MailerSend keys | mlsn. hex:64 | | public
  mandrill-key | Mandrill keys | md- url:22 | random own | trufflehog
  klaviyo-key | Klaviyo private keys | pk_ hex:34 | own | betterleaks
  linear-key | Linear keys | lin_api_,lin_oauth_,lin_wh_ alnum:32-128 | | gitleaks
  notion-token | Notion tokens | ntn_ digit:8-12 alnum:32-40 | | gitleaks
  notion-token | older Notion tokens | secret_ alnum:43 | random own | public
  figma-token | Figma tokens | figd_,figo_,figu_,figor_,figur_ url:36-200 | | betterleaks
  asana-token | Asana tokens | 1/1,0/1 digit:13-16 : hex:32 | own | kingfisher
  asana-token | Asana tokens | 2/0,2/1,2/2,2/3,2/4,2/5,2/6,2/7,2/8,2/9 digit:12-17 / digit:13-18 : hex:32 | own | kingfisher
  clickup-token | ClickUp tokens | pk_ digit:5-10 _ upper:32 | own | betterleaks
  intercom-token | Intercom tokens | dG9rO base64:40-58 = | random | trufflehog
  hubspot-token | HubSpot tokens | pat-na1-,pat-na2-,pat-na3-,pat-eu1-,pat-ap1- uuid | | public
  airtable-token | Airtable tokens | pat alnum:14 . hex:64 | | betterleaks
  airtable-token | Airtable OAuth tokens | oaa alnum:14 .v1. url:30-120 . hex:64-128 | | betterleaks
  trello-key | Trello tokens | ATTA hexes:72 | | provider
  calcom-key | Cal.com keys | cal_live_,cal_test_,cal_ alnum:32 | random | kingfisher
  typeform-token | Typeform tokens | tfp_ dotted:40-64 | | gitleaks
  contentful-token | Contentful tokens | CFPAT- url:40-50 | | public
  prismic-token | Prismic tokens | MC5. url:20-64 . url:30-120 | own | public
  slack-token | Slack tokens | xoxb-,xoxp-,xoxc-,xoxd-,xoxa-,xoxr-,xoxs-,xoxe-,xapp- coded:24-300 | | gitleaks
  slack-token | Slack tokens of workflows | xwfp- url:20-300 | | github
  webex-token | Webex tokens | Y2lzY29zcGFyazovL base64:24-200 = | random | public
  discord-token | Discord MFA tokens | mfa. url:60-100 | random own | public
  twitch-token | Twitch tokens of old clients | oauth: lower:30 | own | trufflehog
  twitch-token | Twitch stream keys | live_ digit:6-12 _ alnum:30 | own | provider
  twitter-token | X bearer tokens | AAAAAAAAAAAAAAAAAAAAA coded:60-120 | random | gitleaks
  facebook-token | Facebook tokens | EAAB,EAAC,EAAD,EAAE,EAAF,EAAG,EAAH,EAAI,EAAJ,EAAK,EAAL,EAAM,EAAN,EAAO,EAAP,EAAQ,EAAR,EAAS,EAAT alnum:60-400 | random | gitleaks
  instagram-token | Instagram tokens | IGQV,IGQW,IGAA url:80-300 | random | public
  tiktok-token | TikTok tokens | act. alnum:20-60 !,# alnum:4-40 . lower:2-8 | own | provider
  pinterest-token | Pinterest tokens | pina_ url:60-160 | | github
  vk-token | VK tokens | vk1.a. url:80-260 | | provider
  coinbase-key | Coinbase keys of clients | organizations/ uuid /apiKeys/ uuid | own | trufflehog
  paypal-token | PayPal and Braintree tokens | access_token$production$,access_token$sandbox$ lower:16 $ hex:32 | | gitleaks
  paypal-token | PayPal access tokens | A21AA url:80-120 | random | provider
  square-token | Square tokens | EAAA url:60 | random | public
  square-token | Square tokens and secrets | sq0atp-,sq0csp-,sq0idp-,sq0acp- url:22-43 | | public
  adyen-key | Adyen keys | AQE coded:100-500 | random | public
  razorpay-key | Razorpay key ids | rzp_live_,rzp_test_ alnum:14 | | public
  flutterwave-key | Flutterwave keys | FLWSECK_TEST-,FLWSECK_LIVE-,FLWSECK- lower:32 -X | | gitleaks
  flutterwave-key | Flutterwave keys of encryption | FLWSECK_TEST lower:12 | any | gitleaks
  plaid-token | Plaid tokens | access-sandbox-,access-development-,access-production- uuid | | gitleaks
  mercury-token | Mercury tokens | secret-token:mercury_ url:32-160 | | provider
  paddle-key | Paddle keys | pdl_live_apikey_,pdl_sdbx_apikey_ lower:26 _ alnum:22 _ alnum:3 | | betterleaks
  polar-token | Polar tokens | polar_oat_,polar_pat_,polar_at_,polar_rt_,polar_cs_ url:32-64 | | github
  mollie-key | Mollie keys | live_,test_ alnum:30 | random own | public
  gocardless-key | GoCardless keys | live_,sandbox_ url:40 | random own | gitleaks
  lob-key | Lob keys | live_,test_ hex:35 | random own | gitleaks
  mercadopago-key | Mercado Pago tokens | APP_USR- digit:12-18 - digit:6 - hex:32 - digit:6-12 | | github
  duffel-token | Duffel tokens | duffel_live_,duffel_test_ url:43 | | gitleaks
  easypost-key | EasyPost keys | EZAK,EZTK alnum:54 | | gitleaks
  shippo-token | Shippo tokens | shippo_live_,shippo_test_ hexes:40 | | gitleaks
  frameio-token | Frame.io tokens | fio-u- url:64 | | gitleaks
  shopify-token | Shopify tokens | shpat_,shpca_,shppa_,shpss_,shpua_,shptka_ alnum:32-64 | | gitleaks
  woocommerce-key | WooCommerce keys | ck_,cs_ hex:40 | own | public
  dropbox-token | Dropbox tokens | sl. url:100-1400 | random own | gitleaks
  dropbox-token | Dropbox tokens | sl.u. url:100-1400 | random own | gitleaks
  canva-secret | Canva secrets | cnvca url:51 | | betterleaks
  mapbox-token | Mapbox secret tokens | sk.eyJ url:30-200 . url:20-30 | own | public
  foursquare-key | Foursquare keys | fsq3 base64:44 = | random | public
  adobe-secret | Adobe secrets | p8e- url:32 | random | gitleaks
  samsara-token | Samsara tokens | samsara_api_ alnum:30 | | github
  persona-key | Persona keys | persona_production_,persona_sandbox_ uuid | | github
  onfido-token | Onfido keys | api_live.,api_sandbox. url:11 . url:32 | | github
  pubnub-key | PubNub secret keys | sec-c- coded:40-60 | | public
  grafana-token | Grafana tokens | glsa_ alnum:32 _ hexes:8 | | gitleaks
  grafana-token | Grafana Cloud tokens | glc_ coded:32-400 | | gitleaks
  grafana-token | older Grafana keys | eyJrIjoi base64:40-380 = | | gitleaks
  sentry-token | Sentry tokens | sntrys_ coded:60-500 | | gitleaks
  sentry-token | Sentry tokens of users and apps | sntryu_,sntrya_,sntryi_ hex:64 | | gitleaks
  newrelic-key | New Relic keys | NRAK-,NRAI-,NRAL-,NRRA- upper:27 | | gitleaks
  newrelic-key | New Relic keys of browsers | NRJS- hex:19 | | gitleaks
  newrelic-key | New Relic keys of ingest | NRII-,NRIQ- url:32 | | gitleaks
  newrelic-key | New Relic licence keys | hex:36 NRAL | | public
  honeycomb-key | Honeycomb keys | hcaik_,hcaic_,hcalk_,hcamk_ lower:58 | | public
  honeycomb-key | Honeycomb keys | hcxik_,hcxic_,hcxlk_,hcxmk_,hcbik_,hccik_ lower:26-58 | | public
  datadog-key | Datadog keys of applications | ddapp_,ddpat_ alnum:30-60 | | public
  dynatrace-token | Dynatrace tokens | dt0c01.,dt0s01.,dt0s02.,dt0s03.,dt0s08.,dt0s16. upper:8-24 . upper:64 | | gitleaks
  posthog-key | PostHog personal keys | phx_,phs_,pha_,phr_ url:40-64 | random | betterleaks
  axiom-token | Axiom tokens | xaat-,xapt-,xaai- uuid | | public
  pagerduty-key | PagerDuty tokens | pdus+_0XBPWQQ_,pdeu+_0XBPWQQ_ uuid | | provider
  pagerduty-key | PagerDuty OAuth tokens | pd_oauth_ url:20-80 | | public
  segment-token | Segment public API tokens | sgp_ alnum:64 | | trufflehog
  salesforce-token | Salesforce sessions | 00D alnum:12-15 ! dotted:90-140 | | trufflehog
  salesforce-token | Salesforce refresh tokens | 5Aep861 dotted:60-120 | | kingfisher
  adafruit-key | Adafruit IO keys | aio_ alnum:28 | | public
  settlemint-token | SettleMint tokens | sm_aat_,sm_pat_,sm_sat_ alnum:16 | | gitleaks
  block-token | Block Protocol keys | b10ck5. hex:32 . uuid | | kingfisher
  thunderstore-token | Thunderstore tokens | tss_ alnum:32-48 | random | github
  hop-token | Hop keys | hop_v1_ url:64 | | github
  covalent-key | Covalent keys | cqt_ alnum:26-32 | | public
  honeybadger-key | Honeybadger keys | hbp_ alnum:30-48 | random | github
  rootly-key | Rootly keys | rootly_ hex:64 | | github
  ubidots-key | Ubidots keys | BBFF-,BBUS- alnum:30-40 | | github
  threads-token | Threads tokens | THQW,THAA alnum:100-300 | random | provider
  flagsmith-key | Flagsmith keys | ser. alnum:22 | random own | provider
  `,
  SOURCES,
)
