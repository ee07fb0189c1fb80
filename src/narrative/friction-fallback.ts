/** Of many people. */
export const MEASURED_SESSIONS = 120

/**
 * Rates of 120 recorded sessions of many people, as twenty values that part them into equal shares: what sessions are
 * compared with as long as somebody has too few of their own. Measured with `distribute` of friction.ts; docs/friction.md
 * shows them.
 */
export const MEASURED_DISTRIBUTION = {
  rates: {
    corrections: [...zeros(17), 0.17, 0.25, 0.33],
    rewinds: [...zeros(19), 0.14],
    interruptions: [...zeros(19), 0.33],
    refusals: [...zeros(17), 0.091, 0.2, 0.33],
    'open-errors': [...zeros(18), 0.25, 0.67],
    compactions: [...zeros(19), 0.33],
    retries: [...zeros(16), 0.0045, 0.022, 0.05, 0.1],
    'read-edit-cycles': [...zeros(19), 0.0094],
    'failed-tests': [...zeros(18), 0.014, 0.057],
    'tokens-per-line': [
      47, 130, 200, 260, 280, 390, 470, 560, 850, 940, 1100, 1200, 1400, 1500, 1900, 2300, 2500, 2800, 4200, 6500,
    ],
  },
  sums: [0.2, 0.39, 0.69, 0.91, 1.9, 2.6, 2.8, 2.8, 2.9, 2.9, 3, 3.7, 3.8, 4.1, 5, 5.7, 5.9, 7.3, 8.4, 11],
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0)
}
