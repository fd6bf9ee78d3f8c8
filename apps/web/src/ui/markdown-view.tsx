import './markdown-view.css'
import type { ComponentProps } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { webAddress } from '../lib/routing/web-address.ts'
import { ForeignLink } from './controls/foreign-link.tsx'
import { isTooDeep } from './markdown-depth.ts'
import { ErrorBoundary } from './states/error-boundary.tsx'

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
const REHYPE = [rehypeSanitize]

type MarkdownViewProps = Pick<ComponentProps<typeof Markdown>, 'remarkPlugins'> & {
  readonly text: string
  readonly className?: string
  /** Instead of the elements that a note or an idea is shown with. */
  readonly components?: Components
}

/**
 * Markdown that a person or a model wrote: its formatting, but none of its HTML, its images or its addresses other than web pages.
 * A text that cannot be formatted is shown as it was typed: it must not take away the page it is on.
 */
export function MarkdownView({ text, className = 'markdown-view', components, remarkPlugins }: MarkdownViewProps) {
  const typed = <p className="whitespace-pre-wrap break-words">{text}</p>
  return (
    <div className={className}>
      <ErrorBoundary of={text} fallback={typed}>
        {isTooDeep(text) ? (
          typed
        ) : (
          <Markdown
            skipHtml
            remarkPlugins={remarkPlugins}
            rehypePlugins={REHYPE}
            components={{ ...COMPONENTS, ...components }}
            urlTransform={(url) => webAddress(url)?.href ?? ''}
          >
            {text}
          </Markdown>
        )}
      </ErrorBoundary>
    </div>
  )
}
