import { plainDecimal } from '@aerie/core/numbers/plain-decimal'
import type { Idea, SocialAuthor } from '@aerie/wire/ideas'
import type { ideaChains, ideaScores, ideas } from '../../platform/db/schema/social.ts'

export type IdeaRow = {
  readonly idea: typeof ideas.$inferSelect
  readonly chain: Pick<typeof ideaChains.$inferSelect, 'sourceId' | 'sourceKind'>
  readonly score: typeof ideaScores.$inferSelect | null
  readonly text: string | null
  readonly textState: 'shown' | 'deleted' | 'hidden' | null
  readonly name: string | null
  readonly userId: string
  readonly likes: number
  readonly comments: number
  readonly isLiked: boolean
}
export type Addendum = { readonly idea: string; readonly text: string; readonly at: number }
export type Reader = { readonly userId: string; readonly now: number; readonly sourceId: string }

const iso = (ms: number): string => new Date(ms).toISOString()

export const authorAnswer = (
  author: { readonly id: string; readonly name: string | null; readonly userId: string },
  readerId: string,
): SocialAuthor => ({ id: author.id, name: author.name, is_you: author.userId === readerId })

/** In a replay, scores beyond the reader's present are still open. */
export function ideaAnswer(row: IdeaRow, reader: Reader, addenda: readonly Addendum[]): Idea {
  const { idea } = row
  const score = idea.dueAt <= reader.now ? row.score : null
  const isShown = row.textState === 'shown'
  return {
    id: idea.id,
    seq: idea.seq,
    symbol: idea.symbol,
    side: idea.side,
    entry: plainDecimal(idea.entry),
    target: plainDecimal(idea.target),
    stop: plainDecimal(idea.stop),
    quote: idea.quote,
    horizon_s: (idea.dueAt - idea.startsAt) / 1_000,
    source: row.chain.sourceId,
    source_kind: row.chain.sourceKind,
    is_present: row.chain.sourceId === reader.sourceId,
    price_as_of: iso(idea.priceAsOf),
    posted_at: iso(idea.postedAt),
    starts_at: iso(idea.startsAt),
    due_at: iso(idea.dueAt),
    step_s: idea.stepS,
    fee_rate: idea.feeRate,
    state: score === null ? 'open' : score.outcome === 'missing' ? 'missing' : 'scored',
    score: scoreAnswer(score),
    text: isShown ? row.text : null,
    text_state: row.textState ?? 'deleted',
    addenda: isShown ? addenda.map(({ text, at }) => ({ text, at: iso(at) })) : [],
    author: authorAnswer({ id: idea.author, name: row.name, userId: row.userId }, reader.userId),
    likes: row.likes,
    is_liked: row.isLiked,
    comments: row.comments,
    hash: idea.hash.toString('hex'),
  }
}

function scoreAnswer(score: IdeaRow['score']): Idea['score'] {
  if (score === null || score.outcome === 'missing') return null
  const { outcome, exit, exitAt, isBoth, r, netR, holdR } = score
  // The table's check constraint ties these together.
  if (exit === null || exitAt === null || r === null || netR === null) return null
  return { outcome, exit: plainDecimal(exit), exit_at: iso(exitAt), is_both: isBoth === true, r, net_r: netR, hold_r: holdR }
}
