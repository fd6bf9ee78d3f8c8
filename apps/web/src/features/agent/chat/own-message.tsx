import type { ReactNode } from 'react'

type OwnMessageProps = {
  readonly text: string
  /** On its way, or refused: what to say and to do about it. */
  readonly children?: ReactNode
}

/** What the user has said: text, whatever is in it. */
export const OwnMessage = ({ text, children }: OwnMessageProps) => (
  <article aria-label="You" className="agent-own">
    <p dir="auto" className="whitespace-pre-wrap text-13 text-ink-1">
      {text}
    </p>
    {children}
  </article>
)
