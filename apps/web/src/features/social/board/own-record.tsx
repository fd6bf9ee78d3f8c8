import { authorName } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { AllNewsRead, IdeaNewsList } from '../../../market-views/idea-news/idea-news-list.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { AuthorHead } from '../feed/author-head.tsx'
import { IdeaFeed } from '../feed/idea-feed.tsx'
import { socialCalls } from '../social-calls.ts'
import { meQuery, refreshSocial } from '../social-queries.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'

const NEWS_SHOWN = 8

export function OwnRecord() {
  const query = useQuery(meQuery, queryClient)
  return (
    <QueryView query={query} loading={WORDS.profileLoading} failed={WORDS.profileFailed} rows={1} rowClassName="h-28 w-full" className="">
      {({ author, is_suspended }) => (
        <>
          <section aria-label="News of ideas" className="social-news">
            <div className="flex items-center justify-between gap-2">
              <h2 className="font-semibold text-18">News of ideas</h2>
              <AllNewsRead />
            </div>
            <IdeaNewsList most={NEWS_SHOWN} />
          </section>
          {is_suspended && <p className="social-note text-warning">{WORDS.suspended}</p>}
          <NameForm name={author?.name ?? null} />
          {author === null ? (
            <p className="text-13 text-ink-2">{WORDS.notAuthor}</p>
          ) : (
            <>
              <AuthorHead id={author.id} />
              <h2 className="font-semibold text-18">{WORDS.yourIdeas}</h2>
              <IdeaFeed filters={{ author: author.id }} />
            </>
          )}
        </>
      )}
    </QueryView>
  )
}

function NameForm({ name }: { readonly name: string | null }) {
  const [text, setText] = useState(name ?? '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const wanted = text.trim() === '' ? null : text.trim()
    const parsed = z.safeParse(z.nullable(authorName), wanted)
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message)
    setBusy(true)
    setProblem(undefined)
    try {
      await socialCalls.setName(parsed.data)
      notify('success', WORDS.saved)
      await refreshSocial()
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }
  return (
    <form className="social-box" onSubmit={(event) => void save(event)}>
      <TextField
        label={WORDS.yourName}
        hint={`${WORDS.nameHint} ${WORDS.noName}`}
        error={problem}
        maxLength={24}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" className="self-start" busy={isBusy}>
        {WORDS.saveName}
      </Button>
    </form>
  )
}
