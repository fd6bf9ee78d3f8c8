import type { ReactNode } from 'react'

export const FormActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-x-2 gap-y-1.5 [&>span>span]:order-1 [&>span>span]:basis-full [&>span]:contents">
    {children}
  </div>
)
