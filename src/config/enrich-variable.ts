/** Stands in the environment of a command that `enrich` runs: hooks stay idle there, and `enrich` does not start itself. */
export const ENRICH_VARIABLE = 'BACKSCROLL_ENRICH'
