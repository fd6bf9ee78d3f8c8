import type { IdeaComment } from '@aerie/wire/ideas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { AuthorLink, nameOf } from '../card/author-link.tsx'
import { PersonText } from '../card/idea-text.tsx'
import { ReportDialog } from '../card/report-dialog.tsx'
import { socialCalls } from '../social-calls.ts'
import { attempt, commentsQuery, ideaQuery } from '../social-queries.ts'
import { CommentForm } from './comment-form.tsx'

export function CommentList({ idea }: { readonly idea: string }) {
  const query = useInfiniteQuery(commentsQuery(idea), queryClient)
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: commentsQuery(idea).queryKey })
    void queryClient.invalidateQueries({ queryKey: ideaQuery(idea).queryKey })
  }
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface-1 p-4" aria-label="Comments">
      <h2 className="font-semibold text-18">Comments</h2>
      <PagesView
        query={query}
        loading="Loading comments"
        failed="The comments could not be loaded"
        rowClassName="h-12 w-full"
        more="Show more comments"
        empty={<p className="text-13 text-ink-2">No comments yet.</p>}
      >
        {(comments) => <Threads comments={comments} idea={idea} onChanged={refresh} />}
      </PagesView>
      <CommentForm label="Your comment" button="Comment" send={(text) => socialCalls.comment(idea, text, null)} onDone={refresh} />
    </section>
  )
}

type ThreadsProps = { readonly comments: readonly IdeaComment[]; readonly idea: string; readonly onChanged: () => void }

function Threads({ comments, idea, onChanged }: ThreadsProps) {
  const [first, replies] = threadsOf(comments)
  return (
    <ul className="flex flex-col gap-3">
      {first.map((comment) => (
        <li key={comment.id}>
          <ItemBoundary of={comment}>
            <Comment comment={comment} idea={idea} onChanged={onChanged} />
          </ItemBoundary>
          <ul className="mt-2 flex flex-col gap-2 border-line border-l pl-4 empty:hidden" data-part="replies">
            {(replies.get(comment.id) ?? []).map((reply) => (
              <li key={reply.id}>
                <ItemBoundary of={reply}>
                  <Comment comment={reply} idea={null} onChanged={onChanged} />
                </ItemBoundary>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** A reply whose parent is not visible becomes its own thread. */
function threadsOf(comments: readonly IdeaComment[]): [first: IdeaComment[], replies: Map<string, IdeaComment[]>] {
  const known = new Set(comments.map(({ id }) => id))
  const isReply = ({ parent }: IdeaComment): boolean => parent !== null && known.has(parent)
  return [comments.filter((comment) => !isReply(comment)), Map.groupBy(comments.filter(isReply), ({ parent }) => parent ?? '')]
}

type CommentProps = {
  readonly comment: IdeaComment
  readonly idea: string | null
  readonly onChanged: () => void
}

function Comment({ comment, idea, onChanged }: CommentProps) {
  const [asked, ask] = useState<'reply' | 'report' | null>(null)
  const { text, author, at } = comment
  const remove = () => attempt(() => socialCalls.removeComment(comment.id), onChanged)
  return (
    <article className="flex min-w-0 flex-col gap-1 text-[0.875rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-12 text-ink-2">
        <AuthorLink author={author} />
        <time dateTime={at} title={utcText(Date.parse(at))}>
          {momentText(Date.parse(at))}
        </time>
      </p>
      {text === null ? (
        <p className="text-13 text-ink-2 italic">
          {comment.text_state === 'hidden' ? 'Hidden by the operator.' : 'Removed by its author.'}
        </p>
      ) : (
        <PersonText text={text} />
      )}
      {text !== null && (
        <div className="flex items-center gap-1">
          {idea !== null && (
            <Button variant="ghost" size="sm" aria-expanded={asked === 'reply'} onClick={() => ask(asked === 'reply' ? null : 'reply')}>
              Reply
            </Button>
          )}
          {author.is_you ? (
            <Button variant="ghost" size="sm" onClick={() => void remove()}>
              Remove
            </Button>
          ) : (
            <Button variant="ghost" size="sm" onClick={() => ask('report')}>
              Report
            </Button>
          )}
        </div>
      )}
      {asked === 'reply' && idea !== null && (
        <CommentForm
          label={`Reply to ${nameOf(author)}`}
          button="Reply"
          send={(reply) => socialCalls.comment(idea, reply, comment.id)}
          onDone={() => {
            ask(null)
            onChanged()
          }}
        />
      )}
      {asked === 'report' && <ReportDialog target={{ comment: comment.id }} onClose={() => ask(null)} />}
    </article>
  )
}
