export function findChromium(
  env?: { readonly [name: string]: string | undefined },
  platform?: string,
): string | undefined
/** Throws the sentence that says what to do where there is none. */
export function requireChromium(say?: (text: string) => void): string
