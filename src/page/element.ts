interface ElementParts {
  readonly class?: string
  readonly text?: string
  readonly attributes?: { readonly [name: string]: string }
  readonly on?: { readonly [event: string]: (event: Event) => void }
}

/** An element of the page itself. Its text is text: no markup comes this way. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  parts: ElementParts = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (parts.class !== undefined) made.className = parts.class
  if (parts.text !== undefined) made.textContent = parts.text
  for (const [key, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(key, value)
  for (const [event, listener] of Object.entries(parts.on ?? {})) made.addEventListener(event, listener)
  made.append(...children)
  return made
}

export function button(text: string, onClick: () => void, parts: ElementParts = {}): HTMLButtonElement {
  const attributes = { type: 'button', ...parts.attributes }
  return element('button', { ...parts, text, attributes, on: { click: onClick, ...parts.on } })
}
