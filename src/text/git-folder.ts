/**
 * A part of a path that git keeps for itself on some machine: `.git` in capitals, with dots, spaces or a stream behind
 * it, with letters in it that nobody sees, or as an old Windows calls it. git refuses a patch that names one.
 */
export function isGitFolder(part: string): boolean {
  const seen = part.replace(UNSEEN, '').toLowerCase()
  return /^(?:\.git|git~1)[ .]*(?::.*)?$/s.test(seen)
}

/** Letters that the file system of a Mac passes over. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
