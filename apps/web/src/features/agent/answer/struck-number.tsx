import type { ReactNode } from 'react'
import { useAnswerWords } from './answer-language.ts'

/** A number that the agent had no right to say. */
export function StruckNumber({ children }: { readonly children?: ReactNode }) {
  const { words } = useAnswerWords()
  return (
    <del title={words.struckBecause} className="num text-ink-3 decoration-danger">
      {children}
      <span className="sr-only"> ({words.struckBecause})</span>
    </del>
  )
}
