import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Props = {
  readonly children: ReactNode
  /** Names what could not be shown, where that is a part of a page. */
  readonly title?: string
  /** Shown instead of the error state. */
  readonly fallback?: ReactNode
  /** What the children show. When it changes, they are tried again. */
  readonly of?: unknown
}
type State = { readonly failed: boolean; readonly of: unknown }

/** A page, or a part of one, that fails leaves the rest standing, and says what to do. React reports the error itself. */
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
  /** The item: a changed one is tried again. */
  readonly of: unknown
  /** What an item of the list is: an element of its own, a row of so many columns, or what is in such an element. */
  readonly as?: 'li' | 'p' | { readonly columns: number }
  readonly children: ReactNode
}

/** One item of a list. If it fails, a line says so in its place, and the other items stay. */
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
