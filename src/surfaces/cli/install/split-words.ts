/**
 * The words of a simple shell command; undefined where it is more than one: a list, a pipe, a redirection, a
 * substitution, an open quote. Variables stay as they are written.
 */
export function splitWords(command: string): readonly string[] | undefined {
  const words: string[] = []
  let rest = command.trim()
  while (rest !== '') {
    let word = ''
    while (rest !== '' && !/^\s/.test(rest)) {
      const part = PART.exec(rest)
      if (!part) return undefined
      word += unquote(part[0])
      rest = rest.slice(part[0].length)
    }
    words.push(word)
    rest = rest.trimStart()
  }
  return words
}

const PART = /^(?:'[^']*'|"(?:[^"\\`$]|\\[\s\S]|\$(?!\())*"|\\[\s\S]|(?:[^\s'"\\`$;&|<>()#]|\$(?!\())+)/

function unquote(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1)
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\(["\\$`])/g, '$1')
  return part.startsWith('\\') ? part.slice(1) : part
}
