import type { Source } from './token-form.ts'

const WRITTEN_DOWN = '2026-11-18'

/**
 * Where the facts in the tables are public. Only facts were taken: beginnings, lengths, alphabets. Of the rows, those of
 * `gitleaks`, `betterleaks`, `kingfisher` and `public` were held against these lists; those of the others were written
 * down as commonly known, and no list at hand confirmed their lengths.
 */
export const SOURCES = {
  gitleaks: { where: 'https://github.com/gitleaks/gitleaks (config/gitleaks.toml)', date: WRITTEN_DOWN },
  betterleaks: { where: 'https://github.com/betterleaks/betterleaks (config/betterleaks.toml)', date: WRITTEN_DOWN },
  kingfisher: {
    where: 'https://github.com/mongodb/kingfisher (crates/kingfisher-rules/data/rules)',
    date: WRITTEN_DOWN,
  },
  trufflehog: { where: 'https://github.com/trufflesecurity/trufflehog (pkg/detectors)', date: WRITTEN_DOWN },
  github: {
    where: 'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns',
    date: WRITTEN_DOWN,
  },
  public: {
    where: 'lists of beginnings in several public scanners, found by a search of public code',
    date: WRITTEN_DOWN,
  },
  provider: { where: 'what the provider shows of its keys', date: WRITTEN_DOWN },
  standard: {
    where: 'the specification of the format or the source of the library that writes it',
    date: WRITTEN_DOWN,
  },
} as const satisfies Readonly<Record<string, Source>>
