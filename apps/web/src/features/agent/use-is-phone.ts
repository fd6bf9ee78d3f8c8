import { useSyncExternalStore } from 'react'

/** Up to this width the bottom bar is there and the chat covers the whole screen; `md` in the style sheets. */
const PHONE = '(width < 48rem)'

/** Whether the chat covers the screen, for behaviour; the looks follow the style sheet. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)

export const isPhone = (): boolean => matchMedia(PHONE).matches

function subscribe(changed: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
