import './markdown-view.css'
import type { ComponentProps } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { webAddress } from '../lib/routing/web-address.ts'
import { ForeignLink } from './controls/foreign-link.tsx'
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

/** Quotes, lists, emphasis and links that may be nested in each other. */
const MOST_NESTED = 12
const OPENING = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const MARK = /[*_]+|[[\]]/g

/**
 * Whether a Markdown text nests quotes, lists, emphasis or links deeper than anybody reads. Two thousand characters can nest a thousand
 * levels, which takes a browser seconds and ends at its call stack limit, for everybody who looks at it.
 */
export const isTooDeep = (text: string): boolean =>
  text.split(/\r\n?|\n/).some((line) => openedBy(line) > MOST_NESTED) ||
  text.split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/).some(isParagraphTooDeep)

function openedBy(line: string): number {
  let opened = 0
  OPENING.lastIndex = 0
  while (opened <= MOST_NESTED && OPENING.test(line)) opened += 1
  return opened
}

/** Counts `**`, `_` and `[` that are not closed yet. Emphasis and links end with their paragraph. */
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
