import type { ReactNode } from 'react'
import { AGENT_WORDS } from '../agent-words.ts'

/** Why a number is struck out. */
export const STRUCK_BECAUSE = AGENT_WORDS.struck.because

/** A number that the agent had no right to say. */
export const StruckNumber = ({ children }: { readonly children?: ReactNode }) => (
  <del title={STRUCK_BECAUSE} className="num text-ink-3 decoration-danger">
    {children}
    <span className="sr-only"> ({STRUCK_BECAUSE})</span>
  </del>
)
