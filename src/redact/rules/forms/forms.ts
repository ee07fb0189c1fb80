import type { Rule } from '../../rule.ts'
import { CLOUD_FORMS } from './cloud-forms.ts'
import { CODE_FORMS } from './code-forms.ts'
import { formRule } from './form-rule.ts'
import { KEY_FORMS } from './key-forms.ts'
import { MODEL_FORMS } from './model-forms.ts'
import { SERVICE_FORMS } from './service-forms.ts'
import type { TokenForm } from './token-form.ts'

/** Every known form of a token. Of two that fit the same text the longer match names it, then the first. */
export const TOKEN_FORMS: readonly TokenForm[] = [
  ...MODEL_FORMS,
  ...CODE_FORMS,
  ...CLOUD_FORMS,
  ...SERVICE_FORMS,
  ...KEY_FORMS,
]

export const FORM_RULES: readonly Rule[] = TOKEN_FORMS.map(form => formRule(form, TOKEN_FORMS))
