import type { Rule } from '../rule.ts'
import { shapeRule } from './shape-rule.ts'

export const CODE_HOST_RULES: readonly Rule[] = [
  shapeRule({
    name: 'github-token',
    what: 'GitHub tokens of jobs and apps that hold a JSON web token (ghs_…)',
    anchors: ['ghs_'],
    pattern: String.raw`ghs_\d{1,20}_[A-Za-z0-9_-]{10,1000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}`,
    after: 1200,
  }),
]
