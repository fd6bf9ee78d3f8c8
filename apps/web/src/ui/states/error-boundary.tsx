import { Component, type ReactNode } from 'react'
import * as WORDS from '../ui-words.ts'
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
    const { children, title = WORDS.pageNotShown } = this.props
    if (!this.state.failed) return children
    return (
      <ErrorState title={title} retryLabel={WORDS.reload} onRetry={() => location.reload()}>
        {WORDS.pageNotShownWhy}
      </ErrorState>
    )
  }
}
