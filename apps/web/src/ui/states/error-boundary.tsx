import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Props = {
  readonly children: ReactNode
  readonly title?: string
  readonly fallback?: ReactNode
  /** Retries rendering when this changes. */
  readonly of?: unknown
}
type State = { readonly failed: boolean; readonly of: unknown }

/** React itself reports the error. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (): Pick<State, 'failed'> => ({ failed: true })

  static getDerivedStateFromProps = ({ of }: Props, state: State): State | null => (Object.is(of, state.of) ? null : { failed: false, of })

  override state: State = { failed: false, of: this.props.of }

  override render() {
    const { children, title = 'This page could not be shown', fallback } = this.props
    if (!this.state.failed) return children
    if (fallback !== undefined) return fallback
    return (
      <ErrorState title={title} retryLabel="Reload" onRetry={() => location.reload()}>
        Something in it failed, or a newer version of Aerie has been installed since you opened it. Reloading usually helps; nothing you had
        saved is lost.
      </ErrorState>
    )
  }
}

type ItemProps = {
  readonly of: unknown
  /** Element to render in the list: an element, a table row with this many columns, or by default the content of one. */
  readonly as?: 'li' | 'p' | { readonly columns: number }
  readonly children: ReactNode
}

export const ItemBoundary = ({ of, as = 'p', children }: ItemProps) => (
  <ErrorBoundary of={of} fallback={<NotShown as={as} />}>
    {children}
  </ErrorBoundary>
)

function NotShown({ as: Tag }: { readonly as: NonNullable<ItemProps['as']> }) {
  if (typeof Tag === 'string') return <Tag className="p-2 text-12 text-warning">This entry could not be shown.</Tag>
  return (
    <tr>
      <td colSpan={Tag.columns} className="text-12 text-warning">
        This entry could not be shown.
      </td>
    </tr>
  )
}
