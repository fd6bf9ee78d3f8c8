import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Props = { readonly children: ReactNode }
type State = { readonly failed: boolean }

/** A page that fails leaves the rest of the product standing, and says what to do. React reports the error itself. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (): State => ({ failed: true })

  override state: State = { failed: false }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState title="This page could not be shown" retryLabel="Reload" onRetry={() => location.reload()}>
        Something in it failed, or a newer version of Aerie has been installed since you opened it. Reloading usually helps; nothing you had
        saved is lost.
      </ErrorState>
    )
  }
}
