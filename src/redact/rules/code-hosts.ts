import type { Rule } from '../rule.ts'
import { isRandom, isScrambled } from './judge-value.ts'
import { END, shapeRule } from './shape-rule.ts'

export const CODE_HOST_RULES: readonly Rule[] = [
  shapeRule({
    name: 'github-token',
    what: 'GitHub tokens (ghp_…, gho_…, ghu_…, ghs_…, ghr_…, github_pat_…)',
    anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: String.raw`(?:gh[pousr]_[A-Za-z0-9]{36,255}${END}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}|ghs_\d{1,20}_[A-Za-z0-9_-]{10,1000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000})`,
    after: 1200,
    isWrapped: true,
  }),
  shapeRule({
    name: 'gitlab-token',
    what: 'GitLab tokens (glpat-…, glptt-…, gldt-…, glrt-… and the others)',
    anchors: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
    ],
    pattern: String.raw`gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[A-Za-z0-9_-]{20,128}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,10})?`,
    accepts: ({ value }) => isScrambled(value.slice(6)),
  }),
  shapeRule({ name: 'npm-token', what: 'npm tokens (npm_…)', anchors: ['npm_'], pattern: `npm_[A-Za-z0-9]{36}${END}` }),
  shapeRule({
    name: 'pypi-token',
    what: 'PyPI tokens (pypi-…)',
    anchors: ['pypi-AgE'],
    pattern: 'pypi-AgE[A-Za-z0-9_-]{50,500}',
    after: 600,
  }),
  shapeRule({
    name: 'rubygems-key',
    what: 'RubyGems keys (rubygems_…)',
    anchors: ['rubygems_'],
    pattern: `rubygems_[0-9a-f]{48}${END}`,
  }),
  shapeRule({
    name: 'crates-token',
    what: 'crates.io tokens (cio…)',
    anchors: ['cio'],
    pattern: `cio[A-Za-z0-9]{32}${END}`,
    accepts: ({ value }) => isRandom(value.slice(3), 32),
  }),
  shapeRule({
    name: 'nuget-key',
    what: 'NuGet keys (oy2…)',
    anchors: ['oy2'],
    pattern: `oy2[a-z0-9]{43}${END}`,
    accepts: ({ value }) => /\d.*\d.*\d/.test(value.slice(3)),
  }),
  shapeRule({
    name: 'docker-token',
    what: 'Docker Hub tokens (dckr_pat_…, dckr_oat_…)',
    anchors: ['dckr_'],
    pattern: 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}',
  }),
  shapeRule({
    name: 'sourcegraph-token',
    what: 'Sourcegraph tokens (sgp_…)',
    anchors: ['sgp_'],
    pattern: `sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}${END}`,
  }),
  shapeRule({
    name: 'ci-token',
    what: 'Buildkite and CircleCI tokens (bkua_…, CCIPAT_…)',
    anchors: ['bkua_', 'CCIPAT_', 'CCIPRJ_'],
    pattern: `(?:bkua_[0-9a-f]{40}|CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40})${END}`,
  }),
  shapeRule({
    name: 'atlassian-token',
    what: 'Atlassian and Bitbucket tokens (ATATT3…, ATCTT3…, ATBB…)',
    anchors: ['ATATT3', 'ATCTT3', 'ATBB'],
    pattern: `(?:AT[AC]TT3[A-Za-z0-9_-]{100,300}(?:=|%3D)[0-9A-F]{8}|ATBB[A-Za-z0-9]{32})${END}`,
  }),
]
