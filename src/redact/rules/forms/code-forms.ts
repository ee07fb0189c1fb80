import { SOURCES } from './sources.ts'
import { readForms } from './token-form.ts'

/** Where code, packages and builds are kept, scanned and run. `readForms` says how a row is read. */
export const CODE_FORMS = readForms(
  `
  github-token | GitHub tokens | ghp_,gho_,ghu_,ghs_,ghr_ alnum:36 | crc32 | gitleaks
  github-token | GitHub tokens of other lengths | ghp_,gho_,ghu_,ghs_,ghr_ alnum:37-255 | | trufflehog
  github-token | GitHub fine-grained tokens | github_pat_ alnum:22 _ alnum:59 | | trufflehog
  github-token | GitHub refresh tokens | ghr_ alnum:76 | | trufflehog
  gitlab-token | GitLab tokens | glpat-,glptt-,gldt-,glrt-,glrtr-,glcbt-,glft-,glimt-,glagent-,gloas-,glsoat-,glffct-,glwt- url:20-128 | | gitleaks
  gitlab-token | GitLab routable tokens | glpat-,glrt-,gldt- url:27-300 . lower:2 . lower:7-10 | | betterleaks
  gitlab-token | GitLab routable tokens | glpat-,glrt-,gldt- url:27-300 . lower:9-12 | | gitleaks
  gitlab-token | GitLab registration tokens of runners | GR1348941 url:20 | | gitleaks
  npm-token | npm tokens | npm_ alnum:36 | crc32 | gitleaks
  pypi-token | PyPI tokens | pypi-AgE url:50-500 | | gitleaks
  rubygems-key | RubyGems keys | rubygems_ hex:48 | | gitleaks
  crates-token | crates.io tokens | cio alnum:32 | random | kingfisher
  nuget-key | NuGet keys | oy2 lower:43 | random | public
  docker-token | Docker Hub tokens | dckr_pat_,dckr_oat_ url:20-64 | | betterleaks
  clojars-token | Clojars tokens | CLOJARS_ lower:60 | | gitleaks
  hex-key | Hex.pm keys | hex_ lower:32-40 | random own | public
  packagist-token | Packagist tokens | packagist_ack_,packagist_out_,packagist_uut_,packagist_ort_,packagist_urt_,packagist_ors_,packagist_urs_ hex:60-80 | | github
  sourcegraph-token | Sourcegraph tokens | sgp_ hex:40 | | gitleaks
  sourcegraph-token | Sourcegraph tokens | sgp_ hex:16 _ hex:40 | | gitleaks
  sourcegraph-token | Sourcegraph tokens of own servers | sgp_local_ hex:40 | | gitleaks
  sourcegraph-token | Sourcegraph keys of licences and gateways | slk_,sgd_ hex:64 | | provider
  ci-token | Buildkite tokens | bkua_ hex:40 | | public
  ci-token | Buildkite agent tokens | bkct_,bkaj_,bkpt_ alnum:40-64 | | provider
  ci-token | CircleCI tokens | CCIPAT_,CCIPRJ_ alnum:20-24 _ hex:40 | | public
  ci-token | Bitrise tokens | bitpat_,bitwat_ url:40-100 | | provider
  atlassian-token | Atlassian tokens | ATATT3,ATCTT3 url:100-300 = HEX:8 | | gitleaks
  atlassian-token | Bitbucket tokens | ATBB alnum:24-36 | | public
  artifactory-key | Artifactory keys | AKCp alnum:68-73 | | betterleaks
  artifactory-key | Artifactory reference tokens | cmVmdGtu alnum:50-66 | | kingfisher
  sonar-token | SonarQube tokens | squ_,sqp_,sqa_ hex:40 | | public
  snyk-token | Snyk tokens | snyk_uat.,snyk_sat. hex:8 . url:40-2000 | | provider
  deepsource-token | DeepSource tokens | dsp_ alnum:36-48 | | public
  qlty-token | Qlty tokens | qltcp_,qltcw_ alnum:24-80 | | provider
  infracost-key | Infracost keys | ico- alnum:32 | random | gitleaks
  octopus-key | Octopus Deploy keys | API- upper:26 | own | gitleaks
  harness-key | Harness keys | pat.,sat. url:22 . hex:24 . alnum:20 | own | betterleaks
  prefect-key | Prefect keys | pnu_,pnb_ alnum:36 | | gitleaks
  deno-token | Deno tokens | ddp_,ddo_,ddw_ alnum:36 | | betterleaks
  gitpod-token | Gitpod tokens | gitpod_pat_ url:40-1200 | | provider
  gitea-token | Gitea tokens | gitea_,gta_ hex:40 | | public
  codeberg-token | Forgejo tokens | forgejo_ hex:40 | | provider
  endor-key | Endor Labs keys | endr+ url:16 | | betterleaks
  aikido-token | Aikido tokens and secrets | AIK_CI_,AIK_SECRET_ alnum:20-64 | | betterleaks
  socket-token | Socket tokens | sktsec_ alnum:40-64 | | provider
  depot-token | Depot tokens | depot_org_,depot_project_,depot_user_ alnum:40-128 | | provider
  chief-token | Chief Tools tokens | ctp_ alnum:32-48 | random | gitleaks
  visualstudio-token | Azure DevOps tokens | alnum:76 AZDO alnum:4 | | provider
  postman-key | Postman keys | PMAK- hexes:24 - hexes:34 | | gitleaks
  postman-key | Postman collection keys | PMAT- upper:26 | | github
  checkly-key | Checkly keys | cu_ hex:32 | random own | public
  percy-token | Percy tokens | web_ hex:64 | random own | provider
  readme-key | ReadMe keys | rdme_ lower:60-72 | | gitleaks
  launchdarkly-key | LaunchDarkly keys | sdk-,api- uuid | own | public
  configcat-key | ConfigCat keys | configcat-sdk-1/ url:22 / url:22 | | betterleaks
  statsig-key | Statsig secret keys | secret-,console- alnum:36-50 | random own | provider
  growthbook-key | GrowthBook keys | secret_admin_,secret_user_,secret_readonly_ url:24-48 | | provider
  ngrok-key | ngrok keys | cr_,ak_ alnum:27 | random own | kingfisher
  defined-key | Defined Networking keys | dnkey- url:26 - url:52 | | gitleaks
  doppler-token | Doppler tokens | dp.pt.,dp.ct.,dp.said. alnum:40-44 | | gitleaks
  doppler-token | Doppler tokens of configurations | dp.st.,dp.sa.,dp.scim.,dp.audit. url:2-35 . alnum:40-44 | | public
  doppler-token | Doppler tokens without a name | dp.st.,dp.sa.,dp.scim.,dp.audit. alnum:40-44 | | public
  infisical-token | Infisical service tokens | st. url:3-48 . url:3-48 . hexes:8-64 | own | kingfisher
  vault-token | HashiCorp Vault tokens | hvs.,hvb.,hvr.,hvl. url:24-300 | | gitleaks
  terraform-token | Terraform Cloud tokens | alnum:14 .atlasv1. url:60-80 | | gitleaks
  pulumi-token | Pulumi tokens | pul- hex:40 | | gitleaks
  openshift-token | OpenShift tokens | sha256~ url:43 | | gitleaks
  intra42-secret | 42 Intra secrets | s-s4t2ud-,s-s4t2af- hex:64 | | gitleaks
  wakatime-key | WakaTime keys | waka_ uuid | | public
  github-token | older GitHub tokens of apps | v1. hex:40 | random own | public
  bitbucket-token | Bitbucket tokens of own servers | BBDC- base64:40-48 = | | public
  jsr-token | JSR tokens | jsrp_,jsrd_ alnum:32-64 | | provider
  npm-token | npm tokens of own servers | NpmToken. uuid | | public
  chromatic-token | Chromatic tokens | chpt_ hex:12-20 | | provider
  ci-token | TeamCity tokens | eyJ0eXAiOiAiVENWMiJ9. coded:30-90 . coded:36-60 | | public
  `,
  SOURCES,
)
