import type { Attack } from './attack.ts'
import { DENIAL } from './denial.ts'
import { FILE_ATTACKS } from './files.ts'
import { INDEX_ATTACKS } from './index.ts'
import { MODEL_ATTACKS } from './models.ts'
import { PAGE_KEY_ATTACKS } from './page-key.ts'
import { REACH_ATTACKS } from './reach.ts'
import { REDACTION_FORM_ATTACKS } from './redaction-forms.ts'
import { REDACTION_NAMES } from './redaction-names.ts'
import { REDACTION_VIEWS } from './redaction-views.ts'
import { UNSEEN_SECRETS } from './unseen-secrets.ts'

/** All attacks by subject, in the order of docs/security.md. */
export const ATTACKS: readonly { readonly subject: string; readonly attacks: readonly Attack[] }[] = [
  { subject: 'Redaction: a list of somebody else', attacks: UNSEEN_SECRETS },
  { subject: 'Redaction: how a secret is written', attacks: REDACTION_VIEWS },
  { subject: 'Redaction: names', attacks: REDACTION_NAMES },
  { subject: 'Redaction: forms of tokens', attacks: REDACTION_FORM_ATTACKS },
  { subject: 'The key to the page', attacks: PAGE_KEY_ATTACKS },
  { subject: 'Files', attacks: FILE_ATTACKS },
  { subject: 'A damaged index', attacks: INDEX_ATTACKS },
  { subject: 'Denial', attacks: DENIAL },
  { subject: 'Text for models', attacks: MODEL_ATTACKS },
  { subject: 'Kills, power cuts, clocks and floods', attacks: REACH_ATTACKS },
]
