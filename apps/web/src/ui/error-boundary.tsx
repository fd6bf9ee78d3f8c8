import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Props = {
  readonly children: ReactNode
  /** Names what could not be shown, where that is a part of a page. */
  readonly title?: string
}
type State = { readonly failed: boolean }

/** A page, or a part of one, that fails leaves the rest standing, and says what to do. React reports the error itself. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (): State => ({ failed: true })

  override state: State = { failed: false }

  override render() {
    const { children, title = 'This page could not be shown' } = this.props
    if (!this.state.failed) return children
    return (
      <ErrorState title={title} retryLabel="Reload" onRetry={() => location.reload()}>
        Something in it failed, or a newer version of Aerie has been installed since you opened it. Reloading usually helps; nothing you had
        saved is lost.
      </ErrorState>
    )
  }
}
