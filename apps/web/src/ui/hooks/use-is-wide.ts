import { useMedia } from './use-media.ts'

/** Fits the full table and the sidebar; `lg` in the style sheets. */
const WIDE = '(min-width: 64rem)'

/** For behavior only; use the style sheets for appearance. */
export const useIsWide = (): boolean => useMedia(WIDE)

export const isWide = (): boolean => matchMedia(WIDE).matches
