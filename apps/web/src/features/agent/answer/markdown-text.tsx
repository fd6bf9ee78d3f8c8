import type { Components } from 'react-markdown'
import { MarkdownView } from '../../../ui/markdown-view.tsx'
import { markStruck } from './mark-struck.ts'
import { StruckNumber } from './struck-number.tsx'

const COMPONENTS: Components = {
  del: ({ children }) => <StruckNumber>{children}</StruckNumber>,
  // The panel has its own headings: those of an answer are only emphasis.
  h1: ({ children }) => <p className="font-semibold">{children}</p>,
  h2: ({ children }) => <p className="font-semibold">{children}</p>,
  h3: ({ children }) => <p className="font-semibold">{children}</p>,
  h4: ({ children }) => <p className="font-semibold">{children}</p>,
  h5: ({ children }) => <p className="font-semibold">{children}</p>,
  h6: ({ children }) => <p className="font-semibold">{children}</p>,
}
const PLUGINS = [markStruck]

/** A text of a language model. */
export const MarkdownText = ({ text }: { readonly text: string }) => (
  <MarkdownView text={text} className="agent-markdown" components={COMPONENTS} remarkPlugins={PLUGINS} />
)
