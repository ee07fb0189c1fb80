const STORED = 'backscroll-theme'

type Theme = 'light' | 'dark'

/** Takes up what was chosen before; the system decides until then. */
export function restoreTheme(): void {
  const stored = read()
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
}

export function switchTheme(): Theme {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem(STORED, next)
  } catch {
    // A page opened from a file may have no storage: the choice lasts as long as the page.
  }
  return next
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}
