import type { Failure } from './use-sending.ts'

type FormFailureProps = { readonly failure: Failure | null }

/** What went wrong with the form as a whole, read out each time it does. */
export const FormFailure = ({ failure }: FormFailureProps) =>
  failure === null ? null : (
    <p key={failure.count} role="alert" className="flex gap-2 rounded-md border border-danger bg-surface-1 px-3 py-2 text-13 text-ink-1">
      <span aria-hidden="true" className="font-bold text-danger">
        !
      </span>
      {failure.text}
    </p>
  )
