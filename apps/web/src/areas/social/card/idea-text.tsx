import type { Idea } from '@aerie/wire/ideas'
import { Suspense } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { momentText } from '../../../platform/format/market-text.ts'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'

const MarkdownView = lazyPart(async () => (await import('../../../ui/markdown-view.tsx')).MarkdownView)

/** Untrusted Markdown; plain text without its marks until the formatter is loaded. */
export function PersonText({ text }: { readonly text: string }) {
  const typed = <p className="whitespace-pre-wrap break-words">{withoutMarks(text)}</p>
  return (
    <ErrorBoundary of={text} fallback={typed}>
      <Suspense fallback={typed}>
        <MarkdownView text={text} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Emphasis, code, headings and link targets. */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`)(\S(?:[^\n]*?\S)?)\1/g, '$2')
    .replaceAll(/^#{1,6} /gm, '')

export function IdeaText({ idea }: { readonly idea: Idea }) {
  if (idea.text === null)
    return (
      <p className="text-13 text-ink-2 italic">
        {idea.text_state === 'hidden' ? 'The operator hid this text.' : 'The author removed this text.'}
      </p>
    )
  return (
    <div className="flex min-w-0 flex-col gap-3 text-[0.875rem]">
      <PersonText text={idea.text} />
      {idea.addenda.map(({ text, at }) => (
        <section key={`${at} ${text}`} className="border-line-strong border-l-2 pl-3">
          <h3 className="text-12 text-ink-2">{`Added ${momentText(Date.parse(at))}`}</h3>
          <PersonText text={text} />
        </section>
      ))}
    </div>
  )
}
