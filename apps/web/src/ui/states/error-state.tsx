import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

type ErrorStateProps = {
  readonly title: string
  readonly children?: ReactNode
  readonly retryLabel?: string
  readonly onRetry?: () => void
  readonly busy?: boolean
}

export const ErrorState = ({ title, children, retryLabel = 'Try Again', onRetry, busy = false }: ErrorStateProps) => (
  <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
    <h2 className="font-semibold text-15 text-ink-1">{title}</h2>
    {children !== undefined && <p className="max-w-[46ch] text-13 text-ink-2">{children}</p>}
    {onRetry && (
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    )}
  </div>
)
