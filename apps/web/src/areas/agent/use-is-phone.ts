import { useSyncExternalStore } from 'react'

/** Chat is full-screen and the bottom bar visible up to this width; same as `md` in CSS. */
const PHONE = '(width < 48rem)'

/** For behaviour only; layout follows CSS. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)

export const isPhone = (): boolean => matchMedia(PHONE).matches

function subscribe(changed: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
