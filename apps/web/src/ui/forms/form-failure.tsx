import type { ReactNode } from 'react'
import type { Failure } from './use-form.ts'

type FormFailureProps = { readonly failure: Failure | null }

/** Announced by screen readers on each failure, even if the text is the same. */
export const FormFailure = ({ failure }: FormFailureProps) =>
  failure === null ? null : (
    <p key={failure.count} role="alert" className="flex gap-2 rounded-md border border-danger bg-surface-1 px-3 py-2 text-13 text-ink-1">
      <span aria-hidden="true" className="font-bold text-danger">
        !
      </span>
      {failure.text}
    </p>
  )

export const FormActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-x-2 gap-y-1.5 [&>span>span]:order-1 [&>span>span]:basis-full [&>span]:contents">
    {children}
  </div>
)

export const FieldError = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <span id={id} role="alert" className="flex gap-1.5 text-12 text-danger">
    <span aria-hidden="true" className="font-bold">
      !
    </span>
    {children}
  </span>
)
