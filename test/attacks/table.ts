import type { Attack } from './attack.ts'
import { FILE_ATTACKS } from './files.ts'
import { INDEX_ATTACKS } from './index.ts'
import { MODEL_ATTACKS } from './models.ts'
import { PAGE_KEY_ATTACKS } from './page-key.ts'

/** All attacks by subject, in the order of docs/security.md. */
export const ATTACKS: readonly { readonly subject: string; readonly attacks: readonly Attack[] }[] = [
  { subject: 'The key to the page', attacks: PAGE_KEY_ATTACKS },
  { subject: 'Files', attacks: FILE_ATTACKS },
  { subject: 'A damaged index', attacks: INDEX_ATTACKS },
  { subject: 'Text for models', attacks: MODEL_ATTACKS },
]
