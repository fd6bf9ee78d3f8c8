import type { ReactNode } from 'react'

export const TableScroll = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <div className="group-scroll max-h-[420px] overflow-auto has-[>.compare-table]:max-h-none" tabIndex={0}>
    {children}
  </div>
)
