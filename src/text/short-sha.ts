/** A commit's hash as people read it. Of a quiet commit that nothing shows, it says so. */
export function shortSha(sha: string, chars: number): string {
  return sha === '' ? '(no hash)' : sha.slice(0, chars)
}
