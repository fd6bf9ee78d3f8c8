import type { ReactNode } from 'react'

export const FieldError = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <span id={id} role="alert" className="flex gap-1.5 text-12 text-danger">
    <span aria-hidden="true" className="font-bold">
      !
    </span>
    {children}
  </span>
)
