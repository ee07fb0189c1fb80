import { useEffect } from 'preact/hooks'

const NAME = 'backscroll'

/** The title of the window while a view is there; the view's own name where it says nothing else. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTitle(title)
  }, [title])
}

export function setTitle(title: string): void {
  document.title = title === '' ? NAME : `${title} · ${NAME}`
}
