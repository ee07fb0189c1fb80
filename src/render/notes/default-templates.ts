import { DAY_NAMES, PROJECT_NAMES } from './index-notes.ts'
import { SESSION_NAMES } from './session-note.ts'
import type { TemplateNames } from './template.ts'

/** Notes whose text a template decides. */
export const TEMPLATE_KINDS = ['session', 'day', 'project'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

export const TEMPLATE_NAMES: { readonly [kind in TemplateKind]: TemplateNames } = {
  session: SESSION_NAMES,
  day: DAY_NAMES,
  project: PROJECT_NAMES,
}

/** What `notes --print-template` prints. */
export const DEFAULT_TEMPLATES: { readonly [kind in TemplateKind]: string } = {
  session: `# {{title}}

{{facts}}

{{#held_by}}
All of this conversation stands in {{held_by}}, which tells it.

{{/held_by}}
{{^held_by}}
{{summary}}

{{#sections}}
## {{heading}}

{{items}}

{{/sections}}
{{#friction}}
## Friction

{{friction}}

{{/friction}}
{{#prompts}}
## Prompts

{{prompts}}

{{/prompts}}
{{/held_by}}
## Links

{{links}}
`,
  day: `## {{machine}}

{{totals}}

{{#sessions}}
- {{time}} {{link}} · {{project}} · {{facts}}
{{#summary}}
  {{summary}}
{{/summary}}
{{/sessions}}
`,
  project: `## {{machine}}

{{totals}}

{{#open}}
### Left open

{{open}}

{{/open}}
### Sessions

{{#sessions}}
- {{date}} {{link}} · {{facts}}
{{/sessions}}
`,
}
