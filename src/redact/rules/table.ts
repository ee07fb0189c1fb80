/** Every rule. Where two of the same rank find the same text, the one that comes first gives it its name. */
import type { Rule } from '../rule.ts'
import { ADDRESS_RULES } from './addresses.ts'
import { ASSIGNMENT_RULES } from './assignments.ts'
import { CALL_RULES } from './calls.ts'
import { CLOUD_RULES } from './clouds.ts'
import { CODE_HOST_RULES } from './code-hosts.ts'
import { COLUMN_RULES } from './columns.ts'
import { COMMAND_RULES } from './commands.ts'
import { FILE_RULES } from './files.ts'
import { FORM_RULES } from './forms/forms.ts'
import { UNLISTED_TOKEN_RULES } from './forms/unlisted-tokens.ts'
import { HEADER_RULES } from './headers.ts'
import { LABEL_RULES } from './labels.ts'
import { LIST_RULES } from './lists.ts'
import { LOGIN_RULES } from './logins.ts'
import { MODEL_PROVIDER_RULES } from './model-providers.ts'
import { NETWORK_RULES } from './networks.ts'
import { PAIR_RULES } from './pairs.ts'
import { CONTACT_RULES } from './people/contacts.ts'
import { NATIONAL_ID_RULES } from './people/national-ids.ts'
import { PAYMENT_RULES } from './people/payment.ts'
import { PEOPLE_RULES } from './people.ts'
import { PRIVATE_KEY_RULES } from './private-keys.ts'
import { RAW_KEY_RULES } from './raw-keys.ts'
import { SENTENCE_RULES } from './sentences.ts'
import { SERVICE_RULES } from './services.ts'
import { WALLET_KEY_RULES } from './wallet-keys.ts'

export const RULES: readonly Rule[] = [
  ...FORM_RULES,
  ...UNLISTED_TOKEN_RULES,
  ...MODEL_PROVIDER_RULES,
  ...CODE_HOST_RULES,
  ...CLOUD_RULES,
  ...SERVICE_RULES,
  ...PRIVATE_KEY_RULES,
  ...RAW_KEY_RULES,
  ...WALLET_KEY_RULES,
  ...ADDRESS_RULES,
  ...HEADER_RULES,
  ...COMMAND_RULES,
  ...LOGIN_RULES,
  ...NETWORK_RULES,
  ...FILE_RULES,
  ...CALL_RULES,
  ...LIST_RULES,
  ...LABEL_RULES,
  ...COLUMN_RULES,
  ...PAIR_RULES,
  ...SENTENCE_RULES,
  ...ASSIGNMENT_RULES,
  ...PEOPLE_RULES,
  ...PAYMENT_RULES,
  ...NATIONAL_ID_RULES,
  ...CONTACT_RULES,
]
