/**
 * Lower layers name commands as `backscroll ls`, in backticks: here they become what a person types on this machine. One
 * that names its own root keeps only that.
 */
export function nameCommandsIn(text: string, names: { readonly program: string; readonly command: string }): string {
  return text.replace(/`backscroll ([^`]*)`/g, (_, rest: string) => {
    return `\`${rest.includes('--root') ? names.program : names.command} ${rest}\``
  })
}
