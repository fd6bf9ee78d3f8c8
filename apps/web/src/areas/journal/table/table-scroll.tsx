import type { ReactNode } from 'react'

export const TableScroll = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <div className="group-scroll" tabIndex={0}>
    {children}
  </div>
)
