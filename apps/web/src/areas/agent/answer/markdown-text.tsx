import type { ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { MarkdownView } from '../../../ui/markdown-view.tsx'
import { useAnswerText } from './answer-language.ts'
import { markStruck } from './strikethrough.ts'

const COMPONENTS: Components = {
  del: ({ children }) => <StruckNumber>{children}</StruckNumber>,
  // The panel has its own headings, so those of an answer become emphasis.
  h1: ({ children }) => <p className="font-semibold">{children}</p>,
  h2: ({ children }) => <p className="font-semibold">{children}</p>,
  h3: ({ children }) => <p className="font-semibold">{children}</p>,
  h4: ({ children }) => <p className="font-semibold">{children}</p>,
  h5: ({ children }) => <p className="font-semibold">{children}</p>,
  h6: ({ children }) => <p className="font-semibold">{children}</p>,
}
const PLUGINS = [markStruck]

export const MarkdownText = ({ text }: { readonly text: string }) => (
  <MarkdownView text={text} className="agent-markdown" components={COMPONENTS} remarkPlugins={PLUGINS} />
)

/** A number without a proven source. */
function StruckNumber({ children }: { readonly children?: ReactNode }) {
  const { answerText } = useAnswerText()
  return (
    <del title={answerText.struckBecause} className="num text-ink-3 decoration-danger">
      {children}
      <span className="sr-only"> ({answerText.struckBecause})</span>
    </del>
  )
}
