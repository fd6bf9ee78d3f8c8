import { useSyncExternalStore } from 'react'

/** From this width on the whole table and the sidebar have room; `lg` in the style sheets. */
const WIDE = '(min-width: 64rem)'

/** Whether the screen is wide, for behaviour; the looks follow the style sheet. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide, () => false)

export const isWide = (): boolean => matchMedia(WIDE).matches

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
