import type { Idea } from '@aerie/wire/ideas'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'

const MarkdownView = lazyPart(() => import('../../../ui/markdown-view.tsx'), 'MarkdownView')

/** Markdown of a person: loaded with the first one that is shown; plain text until then. */
export const PersonText = ({ text }: { readonly text: string }) => (
  <Suspense fallback={<p className="whitespace-pre-wrap break-words">{text}</p>}>
    <MarkdownView text={text} />
  </Suspense>
)

/** The text of an idea with what its author added later; or why there is none. */
export function IdeaText({ idea }: { readonly idea: Idea }) {
  if (idea.text === null)
    return <p className="text-13 text-ink-2 italic">{idea.text_state === 'hidden' ? WORDS.textHidden : WORDS.textDeleted}</p>
  return (
    <div className="idea-text">
      <PersonText text={idea.text} />
      {idea.addenda.map(({ text, at }) => (
        <section key={`${at} ${text}`} className="idea-addendum">
          <h3>{WORDS.added(momentText(Date.parse(at)))}</h3>
          <PersonText text={text} />
        </section>
      ))}
    </div>
  )
}
