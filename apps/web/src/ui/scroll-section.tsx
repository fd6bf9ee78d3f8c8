import type { ComponentPropsWithoutRef } from 'react'

type ScrollSectionProps = ComponentPropsWithoutRef<'section'> & { readonly 'aria-label': string }

/** Focusable scroll area: not every browser makes scrollers focusable by keyboard. */
export const ScrollSection = (props: ScrollSectionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1), though nothing in it is pressed
  <section tabIndex={0} {...props} />
)
