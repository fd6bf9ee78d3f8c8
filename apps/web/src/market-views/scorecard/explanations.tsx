import { Formula } from '../../ui/overlays/explain.tsx'
import { EXPLANATION_WORDS, type ExplanationPart } from './explanation-words.ts'

/** What a figure of the scorecard means, how it is computed and where the method comes from. */
export const Explanation = ({ of }: { readonly of: keyof typeof EXPLANATION_WORDS }) =>
  EXPLANATION_WORDS[of].map((part: ExplanationPart) =>
    typeof part === 'string' ? <p key={part}>{part}</p> : <Formula key={part.formula}>{part.formula}</Formula>,
  )
