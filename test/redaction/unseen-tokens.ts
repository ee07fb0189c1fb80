/** Token forms of model providers, packages, clouds and hosting. Facts from the public lists of secret scanners. */
import { ALNUM, DIGITS, draw, drawBase64, LOWER, UPPER, URL_SAFE } from './pieces.ts'
import { called, form, type UnseenKind } from './unseen-kind.ts'
import { drawBytes, drawWithCrc, LOWER_ALNUM } from './unseen-pieces.ts'

const MODELS: readonly UnseenKind[] = [
  form('bedrock-key', 'AWS_BEARER_TOKEN_BEDROCK', 'ABSK', r =>
    Buffer.from(`BedrockAPIKey-${draw(r, LOWER_ALNUM, 4)}-at-${draw(r, DIGITS, 12)}:${drawBase64(r, 36)}`).toString(
      'base64',
    ),
  ),
  form('nvidia-key', 'NVIDIA_API_KEY', 'nvapi-', r => draw(r, URL_SAFE, 63) + draw(r, ALNUM, 1)),
  form('cerebras-key', 'CEREBRAS_API_KEY', 'csk-', r => draw(r, LOWER_ALNUM, 48)),
  form('jina-key', 'JINA_API_KEY', 'jina_', r => r.hex(32) + draw(r, ALNUM, 28)),
  form('voyage-key', 'VOYAGE_API_KEY', 'pa-', r => draw(r, URL_SAFE, 42) + draw(r, ALNUM, 1)),
  form('e2b-key', 'E2B_API_KEY', 'e2b_', r => r.hex(40)),
  form('langfuse-secret', 'LANGFUSE_SECRET_KEY', 'sk-lf-', r => r.uuid()),
  form('cursor-key', 'CURSOR_API_KEY', 'key_', r => r.hex(64)),
  form('cursor-new-key', 'CURSOR_API_KEY', 'crsr_', r => r.hex(64)),
  form('together-key', 'TOGETHER_API_KEY', 'tgp_v1_', r => draw(r, URL_SAFE, 42) + draw(r, ALNUM, 1)),
  form('llama-cloud-key', 'LLAMA_CLOUD_API_KEY', 'llx-', r => draw(r, ALNUM, 48)),
  form('browserbase-key', 'BROWSERBASE_API_KEY', 'bb_live_', r => draw(r, URL_SAFE, 26) + draw(r, ALNUM, 1)),
  called('fal-key', 'FAL_KEY', r => `${r.uuid()}:${r.hex(32)}`),
  called('assemblyai-key', 'ASSEMBLYAI_API_KEY', r => r.hex(32)),
  called('deepgram-key', 'DEEPGRAM_API_KEY', r => r.hex(40)),
  called('exa-key', 'EXA_API_KEY', r => r.uuid()),
]

const CODE: readonly UnseenKind[] = [
  form('sonar-user-token', 'SONAR_TOKEN', 'squ_', r => r.hex(40)),
  form('sonar-project-token', 'SONAR_TOKEN', 'sqp_', r => r.hex(40)),
  form('artifactory-key', 'ARTIFACTORY_API_KEY', 'AKCp', r => draw(r, ALNUM, 69)),
  form('artifactory-reference', 'JF_ACCESS_TOKEN', 'cmVmdGtu', r => draw(r, ALNUM, 56)),
  form('infisical-token', 'INFISICAL_TOKEN', 'st.', r => `${r.hex(24)}.${r.hex(32)}.${r.hex(32)}`),
  form('deno-token', 'DENO_DEPLOY_TOKEN', 'ddp_', r => draw(r, ALNUM, 36)),
  form('deno-work-token', 'DENO_DEPLOY_TOKEN', 'ddw_', r => draw(r, ALNUM, 36)),
  form('chromatic-token', 'CHROMATIC_PROJECT_TOKEN', 'chpt_', r => r.hex(15)),
  form('prefect-key', 'PREFECT_API_KEY', 'pnu_', r => draw(r, ALNUM, 36)),
  form('infracost-key', 'INFRACOST_API_KEY', 'ico-', r => draw(r, ALNUM, 32)),
  form('github-checked', 'GH_ENTERPRISE_TOKEN', 'ghp_', r => drawWithCrc(r, 30)),
  form('npm-checked', 'NODE_AUTH_TOKEN', 'npm_', r => drawWithCrc(r, 30)),
  form('gitlab-feed-token', 'GITLAB_FEED', 'glft-', r => draw(r, URL_SAFE, 19) + draw(r, ALNUM, 1)),
  called('gitea-token', 'GITEA_TOKEN', r => r.hex(40)),
  called('codecov-token', 'CODECOV_TOKEN', r => r.uuid()),
  called('snyk-token', 'SNYK_TOKEN', r => r.uuid()),
  called('semgrep-token', 'SEMGREP_APP_TOKEN', r => r.hex(64)),
  called('expo-token', 'EXPO_TOKEN', r => draw(r, URL_SAFE, 39) + draw(r, ALNUM, 1)),
]

const CLOUDS: readonly UnseenKind[] = [
  form('vault-batch-token', 'VAULT_TOKEN', 'hvb.', r => `AAAAAQ${draw(r, URL_SAFE, 150)}`),
  called('consul-token', 'CONSUL_HTTP_TOKEN', r => r.uuid()),
  form('harness-token', 'HARNESS_API_KEY', 'pat.', r => `${draw(r, ALNUM, 22)}.${r.hex(24)}.${draw(r, ALNUM, 20)}`),
  form('octopus-key', 'OCTOPUS_API_KEY', 'API-', r => draw(r, UPPER + DIGITS, 26)),
  form('openshift-token', 'OC_TOKEN', 'sha256~', r => draw(r, URL_SAFE, 42) + draw(r, ALNUM, 1)),
  form('rancher-token', 'RANCHER_BEARER_TOKEN', 'token-', r => `${draw(r, LOWER, 5)}:${draw(r, LOWER_ALNUM, 54)}`),
  form('netbird-token', 'NB_API_TOKEN', 'nbp_', r => drawWithCrc(r, 30)),
  called('fastly-token', 'FASTLY_API_TOKEN', r => draw(r, URL_SAFE, 31) + draw(r, ALNUM, 1)),
  form('cloudflare-origin-key', 'CLOUDFLARE_ORIGIN_CA_KEY', 'v1.0-', r => `${r.hex(24)}-${r.hex(146)}`),
  form('render-key', 'RENDER_API_KEY', 'rnd_', r => draw(r, ALNUM, 28)),
  form('neon-key', 'NEON_API_KEY', 'napi_', r => draw(r, LOWER_ALNUM, 64)),
  form('xata-key', 'XATA_API_KEY', 'xau_', r => draw(r, ALNUM, 42)),
  form('atlas-secret', 'MONGODB_ATLAS_CLIENT_SECRET', 'mdb_sa_sk_', r => draw(r, URL_SAFE, 39) + draw(r, ALNUM, 1)),
  form('cockroach-key', 'COCKROACH_API_KEY', 'CCDB1_', r => `${draw(r, ALNUM, 22)}_${draw(r, ALNUM, 40)}`),
  form('clickhouse-secret', 'CLICKHOUSE_API_SECRET', '4b1d', r => draw(r, ALNUM, 38)),
  form('confluent-secret', 'CONFLUENT_CLOUD_API_SECRET', 'cflt', r => drawBase64(r, 45)),
  called('hasura-secret', 'HASURA_GRAPHQL_ADMIN_SECRET', r => draw(r, ALNUM, 24)),
  called('linode-token', 'LINODE_TOKEN', r => r.hex(64)),
  called('hetzner-token', 'HCLOUD_TOKEN', r => draw(r, ALNUM, 64)),
  called('scaleway-secret', 'SCW_SECRET_KEY', r => r.uuid()),
  form('yandex-key', 'YC_API_KEY', 'AQVN', r => draw(r, URL_SAFE, 35) + draw(r, ALNUM, 1)),
  called('ibm-cloud-key', 'IBMCLOUD_API_KEY', r => draw(r, URL_SAFE, 43) + draw(r, ALNUM, 1)),
  form('tencent-id', 'TENCENTCLOUD_SECRET_ID', 'AKID', r => draw(r, ALNUM, 32)),
  called('tencent-secret', 'TENCENTCLOUD_SECRET_KEY', r => draw(r, ALNUM, 32)),
  called('azure-storage-key', 'AZURE_STORAGE_KEY', r => drawBytes(r, 64).toString('base64')),
  form('azure-devops-token', 'AZURE_DEVOPS_EXT_PAT', '', r => `${draw(r, ALNUM, 76)}AZDO${draw(r, ALNUM, 4)}`),
  form('azure-cosmos-key', 'COSMOS_KEY', '', r => `${draw(r, ALNUM, 76)}ACDb${draw(r, ALNUM, 6)}==`),
]

export const UNSEEN_TOKENS: readonly UnseenKind[] = [...MODELS, ...CODE, ...CLOUDS]
