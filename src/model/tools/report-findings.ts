import { asObjects } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const reportFindings = defineTool({
  names: ['ReportFindings'],
  about: 'Hands over what a review of code found.',
  seen: '2.1.327; 1 recorded file',
  input: {
    findings: [
      'array',
      'Items `{file, line, summary, short_summary, failure_scenario, category, verdict, outcome}`, the worst first.',
    ],
    level: ['string', 'Effort of the review. Schema only.'],
  },
  result: {
    count: ['number', 'How many.'],
    findings: ['array', 'As in the input, other keys left out.'],
  },
  headline: input => {
    const findings = asObjects(input.findings)
    const more = findings.length > 1 ? `(and ${findings.length - 1} more)` : ''
    return oneLine(findings[0]?.file, findings[0]?.short_summary ?? findings[0]?.summary, more)
  },
})
