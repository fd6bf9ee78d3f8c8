import type { ComponentPropsWithoutRef } from 'react'

type ScrollSectionProps = ComponentPropsWithoutRef<'section'> & { readonly 'aria-label': string }

/** A named part that is larger than its place and is scrolled, with the keyboard too: not every browser gives it the focus by itself. */
export const ScrollSection = (props: ScrollSectionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1), though nothing in it is pressed
  <section tabIndex={0} {...props} />
)
