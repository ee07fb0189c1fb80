/**
 * Ids, nicknames and paths in transcripts are text that anybody may have written: only what is the name of a file and
 * nothing more may be joined to a folder, so that it cannot lead out of it.
 */
export function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name.length <= 250 && !/[\\/\0]/.test(name)
}
