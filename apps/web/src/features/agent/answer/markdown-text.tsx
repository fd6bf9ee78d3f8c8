import Markdown, { type Components } from 'react-markdown'
import { webAddress } from '../../../lib/routing/web-address.ts'
import { ForeignLink } from '../../../ui/controls/foreign-link.tsx'
import { markStruck } from './mark-struck.ts'
import { StruckNumber } from './struck-number.tsx'

const COMPONENTS: Components = {
  a: ({ href, children }) => <ForeignLink href={href}>{children}</ForeignLink>,
  img: ({ alt }) => <>{alt}</>,
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

/** A text of a language model: its formatting, but none of its HTML, its images or its addresses other than web pages. */
export const MarkdownText = ({ text }: { readonly text: string }) => (
  <div className="agent-markdown">
    <Markdown skipHtml remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={(url) => webAddress(url)?.href ?? ''}>
      {text}
    </Markdown>
  </div>
)
