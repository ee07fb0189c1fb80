import type { Source } from './token-form.ts'

const LOOKED_UP = '2026-11-18'

/** Where the facts in the tables are public. Only facts were taken: beginnings, lengths, alphabets. */
export const SOURCES = {
  gitleaks: { where: 'https://github.com/gitleaks/gitleaks (config/gitleaks.toml)', date: LOOKED_UP },
  betterleaks: { where: 'https://github.com/betterleaks/betterleaks (config/betterleaks.toml)', date: LOOKED_UP },
  kingfisher: { where: 'https://github.com/mongodb/kingfisher (crates/kingfisher-rules/data/rules)', date: LOOKED_UP },
  trufflehog: { where: 'https://github.com/trufflesecurity/trufflehog (pkg/detectors)', date: LOOKED_UP },
  github: {
    where: 'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns',
    date: LOOKED_UP,
  },
  public: {
    where: 'lists of beginnings in several public scanners, found by a search of public code',
    date: LOOKED_UP,
  },
  provider: { where: 'documentation of the provider, where it shows a key or names its beginning', date: LOOKED_UP },
  standard: { where: 'the specification of the format or the source of the library that writes it', date: LOOKED_UP },
} as const satisfies Readonly<Record<string, Source>>
