import { useMedia } from './use-media.ts'

/** From this width on the whole table and the sidebar have room; `lg` in the style sheets. */
const WIDE = '(min-width: 64rem)'

/** Whether the screen is wide, for behaviour; the looks follow the style sheet. */
export const useIsWide = (): boolean => useMedia(WIDE)

export const isWide = (): boolean => matchMedia(WIDE).matches
