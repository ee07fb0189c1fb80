import { useLayoutEffect, useRef } from 'preact/hooks'

/** Elements that were made by hand stand in a place of their own. */
export function Placed({
  name,
  id,
  root,
}: {
  readonly name: string
  readonly id?: string
  readonly root: HTMLElement | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (root) place.current?.replaceChildren(root)
  }, [root])
  return <div class={name} id={id} ref={place} />
}
