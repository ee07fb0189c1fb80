import { SOURCES } from './sources.ts'
import { readForms } from './token-form.ts'

/** Clouds, hosting, networks, databases and who may sign in. `readForms` says how a row is read. */
export const CLOUD_FORMS = readForms(
  `
  aws-key-id | AWS access key ids | AKIA,ASIA,ABIA,ACCA base32:16 | any | gitleaks
  amazon-secret | Amazon login client secrets | amzn1.oa2-cs.v1. hex:64 | | public
  amazon-secret | Amazon login tokens | Atza|,Atzr| coded:80-2000 | | public
  amazon-secret | Amazon MWS tokens | amzn.mws. uuid | | trufflehog
  google-oauth | Google OAuth access tokens | ya29. url:30-400 | | public
  google-oauth | Google OAuth refresh tokens | 1//0 url:40-120 | own | public
  google-oauth | Google OAuth client secrets | GOCSPX- url:24-40 | | public
  google-oauth | Google authorization codes | 4/0A url:60-90 | own | provider
  digitalocean-token | DigitalOcean tokens | dop_v1_,doo_v1_,dor_v1_ hex:64 | | gitleaks
  digitalocean-token | DigitalOcean keys of models and agents | sk-do-v1-,sk-do- url:40-80 | random own | provider
  spaces-key | DigitalOcean Spaces key ids | DO00 upper:16 | any own | github
  cloudflare-token | Cloudflare tokens and keys | cfut_,cfat_,cfk_ alnum:40-60 | | provider
  cloudflare-token | Cloudflare Origin CA keys | v1.0- hex:24 - hex:146 | own | gitleaks
  vercel-token | Vercel tokens | vcp_,vci_,vca_,vcr_,vck_ url:20-96 | | betterleaks
  vercel-token | Vercel blob tokens | vercel_blob_rw_ alnum:8-20 _ alnum:20-40 | | provider
  netlify-token | Netlify tokens | nfp_,nfc_,nfo_,nfu_ alnum:36-48 | | public
  heroku-key | Heroku keys | HRKU- url:36-80 | | gitleaks
  supabase-key | Supabase tokens | sbp_ hex:40 | | public
  supabase-key | Supabase OAuth tokens | sbp_oauth_ hex:40 | | public
  supabase-key | Supabase secret keys | sb_secret_ url:20-60 | | public
  fly-token | Fly.io tokens | fm1r_,fm1a_,fm2_ coded:80-1200 | | gitleaks
  fly-token | Fly.io tokens | fo1_ url:40-48 | | gitleaks
  planetscale-token | PlanetScale tokens and passwords | pscale_tkn_,pscale_pw_,pscale_oauth_ url:32-64 | | gitleaks
  databricks-token | Databricks tokens | dapi,dose,dkea hex:32 | | gitleaks
  databricks-token | Databricks tokens with a number | dapi hex:32 - digit:1 | | gitleaks
  tailscale-key | Tailscale keys | tskey-auth-,tskey-api-,tskey-client-,tskey-scim-,tskey-webhook-,tskey- word:8-40 - word:16-60 | | public
  alibaba-key-id | Alibaba Cloud access key ids | LTAI alnum:16-20 | | gitleaks
  alibaba-key-id | Alibaba Cloud temporary key ids | STS.N alnum:20-40 | random own | betterleaks
  alibaba-key-id | Alibaba Cloud session tokens | CAIS base64:80-1200 = | random | betterleaks
  neon-key | Neon keys | napi_ alnum:60-68 | | provider
  neon-key | Neon passwords | npg_ alnum:12-20 | | provider
  render-key | Render keys | rnd_ alnum:28-36 | | public
  akamai-token | Akamai EdgeGrid tokens | akab- lower:16 - lower:16 | | public
  scaleway-key | Scaleway key ids | SCW upper:17 | | kingfisher
  exoscale-key | Exoscale key ids | EXO alnum:24-30 | random own | betterleaks
  upcloud-token | UpCloud tokens | ucat_ alnum:24-32 | | betterleaks
  scalingo-token | Scalingo tokens | tk-us-,tk-eu-,tk-osc- url:48 | | gitleaks
  tencent-key-id | Tencent Cloud key ids | AKID alnum:32 | | public
  baidu-key | Baidu Cloud key ids | ALTAK alnum:21 | | provider
  baidu-key | Baidu model keys | bce-v3/ALTAK- alnum:21 / hex:40 | | provider
  volcengine-key | Volcengine key ids | AKLT alnum:40-50 | random | provider
  yandex-key | Yandex Cloud keys | AQVN url:35-38 | | gitleaks
  yandex-key | Yandex IAM tokens | t1. url:20-400 = . url:86 = | random own | gitleaks
  yandex-key | Yandex OAuth tokens | y0_,y1_,y2_,y3_ url:39-160 | random own | kingfisher
  yandex-key | Yandex static keys | YCA,YCM,YCN,YCO,YCP url:37 | random | gitleaks
  ibm-key | IBM Cloud keys of services | ApiKey- uuid | own | github
  mongodb-secret | MongoDB Atlas client secrets | mdb_sa_sk_ url:40 | | betterleaks
  clickhouse-key | ClickHouse Cloud secrets | 4b1d alnum:38 | random | gitleaks
  cockroach-key | CockroachDB keys | CCDB1_ alnum:22 _ alnum:40 | | betterleaks
  aiven-password | Aiven passwords | AVNS_ url:15-40 | | public
  aiven-password | Aiven tokens | aivenv1 coded:100-600 | | trufflehog
  upstash-key | Upstash Qstash signing keys | sig_ alnum:28-32 | random own | provider
  tinybird-token | Tinybird tokens | p.eyJ url:40-400 . url:40-50 | own | provider
  motherduck-token | MotherDuck tokens | motherduck_ url:40-600 | | public
  dbt-token | dbt Cloud tokens | dbtc_,dbtc.,dbtu_ url:30-64 | | public
  elastic-key | Elastic serverless keys | essu_ coded:60-240 | | betterleaks
  ory-token | Ory tokens | ory_pat_,ory_st_,ory_wak_,ory_at_,ory_rt_,ory_ac_ dotted:32-160 | | provider
  convex-key | Convex deploy keys | prod:,dev:,preview: lower:3-20 - lower:3-20 - digit:1-4 bar:1 base64:40-300 = | random own | provider
  bitwarden-token | Bitwarden machine tokens | 0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.a,0.b,0.c,0.d,0.e,0.f hex:7 - hex:4 - hex:4 - hex:4 - hex:12 . alnum:30 : base64:22-24 = | own | kingfisher
  clerk-key | Clerk keys of machines | ak_live_,mt_live_ alnum:32-64 | | provider
  workos-key | WorkOS keys | sk_a2V5 coded:30-120 | | github
  workos-key | WorkOS keys | wk_live_,wk_test_ alnum:20-64 | | provider
  stytch-secret | Stytch secrets | secret-live-,secret-test- url:32-40 = | | github
  okta-token | Okta tokens of the header | SSWS00 url:40 | | public
  authress-key | Authress keys | sc_,ext_,scauth_,authress_ lower:5-30 . lower:4-6 .acc url:10-33 . coded:30-120 | own | gitleaks
  permit-key | Permit.io keys | permit_key_ alnum:60-100 | | provider
  onepassword-token | 1Password tokens of service accounts | ops_ey coded:100-1300 | | gitleaks
  onepassword-token | 1Password secret keys | A3- upper:6 - upper:11 - upper:5 - upper:5 - upper:5 | any own | gitleaks
  onepassword-token | 1Password secret keys | A3- upper:6 - upper:6 - upper:5 - upper:5 - upper:5 - upper:5 | any own | gitleaks
  maxmind-key | MaxMind licence keys | alnum:6 _ alnum:29 _mmk | | gitleaks
  mailchimp-key | Mailchimp keys | hex:32 -us digit:1-2 | | gitleaks
  azure-key | Azure keys of model and search services | alnum:52 JQQJ99 alnum:20 AAA alnum:5 | | provider
  azure-key | Azure keys of storage, Cosmos DB, Batch and API management | base64:76 +ASt,+ABa,ACDb,APIM base64:6 = | | github
  azure-key | Azure keys of queues, devices and caches | base64:33 +AEh,+ASb,+ARm,AIoT,AzCa base64:6 = | | github
  azure-key | Azure keys of search and maps | alnum:42 AzSe,AzMp alnum:6 | | github
  azure-key | Azure keys of functions | url:44 AzFu url:5-6 = | | github
  azure-key | Azure keys of container registries | base64:42 +ACR base64:6 | | github
  backblaze-key | Backblaze keys | K000,K001,K002,K003,K004,K005,K006 base64:27 | random | kingfisher
  netbird-token | NetBird tokens | nbp_ alnum:36 | crc32 | public
  rancher-token | Rancher tokens | token- lower:5 : lower:54 | own | public
  rancher-token | Rancher tokens of kubeconfigs | kubeconfig-u- lower:5-24 : lower:54 | own | public
  swarm-token | Docker Swarm tokens | SWMTKN-1- lower:45-52 - lower:25 | any | standard
  zuplo-key | Zuplo keys | zpka_ alnum:32 _ alnum:8 | | public
  retool-key | Retool keys | retool_01 lower:24-30 | any | github
  nats-seed | NATS seeds | SUA,SAA,SNA,SCA,SOA,SXA base32:55 | random | standard
  `,
  SOURCES,
)
