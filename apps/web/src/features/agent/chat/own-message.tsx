import type { ReactNode } from 'react'
import { AGENT_WORDS } from '../agent-words.ts'

type OwnMessageProps = {
  readonly text: string
  /** On its way, or refused: what to say and to do about it. */
  readonly children?: ReactNode
}

/** What the user has said: text, whatever is in it. */
export const OwnMessage = ({ text, children }: OwnMessageProps) => (
  <article aria-label={AGENT_WORDS.you} className="agent-own">
    <p dir="auto" className="whitespace-pre-wrap text-13 text-ink-1">
      {text}
    </p>
    {children}
  </article>
)
