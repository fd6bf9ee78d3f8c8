import './markdown-view.css'
import type { ComponentProps } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { webAddress } from '../platform/browser/web-address.ts'
import { ForeignLink } from './controls/foreign-link.tsx'
import { ErrorBoundary } from './states/error-boundary.tsx'

const COMPONENTS: Components = {
  a: ({ href, children }) => <ForeignLink href={href}>{children}</ForeignLink>,
  img: ({ alt }) => <>{alt}</>,
  // Shifts heading levels: the page and its panels use the higher ones.
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
  readonly components?: Components
}

/** Untrusted Markdown: no HTML, no images, links to web pages only. If rendering fails, the source text is shown. */
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

const MOST_NESTED = 12
const OPENING = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const MARK = /[*_]+|[[\]]/g

/** Guards against denial of service: 2,000 characters can nest 1,000 levels, which blocks the browser and overflows its stack. */
export const isTooDeep = (text: string): boolean =>
  text.split(/\r\n?|\n/).some((line) => openedBy(line) > MOST_NESTED) ||
  text.split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/).some(isParagraphTooDeep)

function openedBy(line: string): number {
  let opened = 0
  OPENING.lastIndex = 0
  while (opened <= MOST_NESTED && OPENING.test(line)) opened += 1
  return opened
}

/** Counts unclosed `**`, `_` and `[`. Emphasis and links end with their paragraph. */
function isParagraphTooDeep(paragraph: string): boolean {
  let open = 0
  for (const { 0: mark, index } of paragraph.matchAll(MARK)) {
    const isBeforeText = /\S/.test(paragraph[index + mark.length] ?? ' ')
    const isAfterText = /\S/.test(paragraph[index - 1] ?? ' ')
    const closes = mark === ']' || (mark !== '[' && isAfterText && (!isBeforeText || open > 0))
    if (closes) open = Math.max(0, open - mark.length)
    else if (mark === '[' || isBeforeText) open += mark.length
    if (open > MOST_NESTED) return true
  }
  return false
}
