import './markdown-view.css'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { webAddress } from '../lib/routing/web-address.ts'
import { ForeignLink } from './controls/foreign-link.tsx'
import { isTooDeep } from './markdown-depth.ts'

const COMPONENTS: Components = {
  a: ({ href, children }) => <ForeignLink href={href}>{children}</ForeignLink>,
  img: ({ alt }) => <>{alt}</>,
  // The page and its panels have headings of their own above these.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
}

/** Markdown that somebody wrote: its formatting, but none of its HTML, its images or its addresses other than web pages. */
export const MarkdownView = ({ text }: { readonly text: string }) => (
  <div className="markdown-view">
    {isTooDeep(text) ? (
      <p className="whitespace-pre-wrap break-words">{text}</p>
    ) : (
      <Markdown skipHtml rehypePlugins={[rehypeSanitize]} components={COMPONENTS} urlTransform={(url) => webAddress(url)?.href ?? ''}>
        {text}
      </Markdown>
    )}
  </div>
)
