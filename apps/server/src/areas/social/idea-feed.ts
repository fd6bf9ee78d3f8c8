import { itemAt } from '@aerie/core/item-at'
import { plainDecimal } from '@aerie/core/numbers/plain-decimal'
import { LEAST_FOR_BOARD } from '@aerie/social/standing'
import type { AuthorProfile, Idea, IdeaQuote, IdeasPage, IdeasQuery, LeadersPage } from '@aerie/wire/ideas'
import type { Db } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { pageOf, rangeOf } from '../../platform/http/list-page.ts'
import { authorRepository } from './author-repository.ts'
import { ideaRepository } from './idea-repository.ts'
import { authorAnswer, type IdeaRow, ideaAnswer, type Reader } from './idea-rows.ts'
import { SOCIAL_MESSAGES } from './messages.ts'
import { MOST_OPEN } from './post-idea.ts'
import { chainNumberOf, type SocialMarket, sourceOf, stepOf, tickOf } from './social-market.ts'
import { standingRepository } from './standing-repository.ts'

type Deps = { readonly db: Db; readonly market: SocialMarket; readonly feeRate: number }
type Page = { readonly cursor?: string | undefined; readonly limit?: string | undefined }

/** Limited to the present market source and its present time. */
export const ideaFeed = (deps: Deps) => ({
  page: (userId: string, query: IdeasQuery) => feedPage(deps, userId, query),
  find: (userId: string, id: string) => findIdea(deps, userId, id),
  leaders: (userId: string, query: Page) => leadersPage(deps, userId, query),
  profile: (userId: string, author: string) => profileOf(deps, userId, author),
  quote: (userId: string, symbol: string) => quoteOf(deps, userId, symbol),
})

const LIMIT = '20'
const limited = <T extends Page>(query: T) => ({ ...query, limit: query.limit ?? LIMIT })

async function feedPage({ db, market }: Deps, userId: string, given: IdeasQuery): Promise<IdeasPage> {
  const query = limited(given)
  const source = sourceOf(market)
  const reader: Reader = { userId, now: market.hub.now(), sourceId: source.id }
  const { symbol, side, state, author, followed } = query
  const wanted = { chain: await chainNumberOf(db, source.id), symbol, side, state, author, isFollowed: followed === 'true' }
  const rows = await ideaRepository(db).feed({ ...wanted, ...rangeOf(query) }, reader)
  const answers = await answered(db, rows, reader)
  const page = pageOf(rows, query, { number: ({ idea }) => idea.seq, answer: ({ idea }) => itemAt(answers.get(idea.id) ?? [], 0) })
  return { ...page, source: source.id, source_kind: source.kind }
}

async function answered(db: Db, rows: readonly IdeaRow[], reader: Reader): Promise<Map<string, [Idea]>> {
  const addenda = Map.groupBy(await ideaRepository(db).addenda(rows.map(({ idea }) => idea.id)), ({ idea }) => idea)
  return new Map(rows.map((row) => [row.idea.id, [ideaAnswer(row, reader, addenda.get(row.idea.id) ?? [])]]))
}

async function findIdea({ db, market }: Deps, userId: string, id: string): Promise<Idea> {
  const source = sourceOf(market)
  const repo = ideaRepository(db)
  const row = await repo.find(id, { userId, now: market.hub.now(), sourceId: source.id })
  if (row === undefined) throw new AppError('not_found', { detail: 'There is no such idea.' })
  // Another source's clock is unknown here: everything stored of it is visible.
  const now = row.chain.sourceId === source.id ? market.hub.now() : Number.POSITIVE_INFINITY
  return ideaAnswer(row, { userId, now, sourceId: source.id }, await repo.addenda([id]))
}

async function leadersPage({ db, market }: Deps, userId: string, given: Page): Promise<LeadersPage> {
  const query = limited(given)
  const source = sourceOf(market)
  const { before, limit } = rangeOf(query)
  const after = before ?? 0
  const rows = await standingRepository(db).leaders({ chain: await chainNumberOf(db, source.id), after, limit })
  const ranked = rows.map((row, index) => ({ ...row, rank: after + index + 1 }))
  const page = pageOf(ranked, query, {
    number: ({ rank }) => rank,
    answer: ({ rank, author, followers, standing }) => ({ rank, author: authorAnswer(author, userId), followers, ...standing }),
  })
  return { ...page, source: source.id, source_kind: source.kind, least: LEAST_FOR_BOARD }
}

const NOTHING = { scored: 0, n: 0, mean: null, low: null, high: null, excess: null }

async function profileOf({ db, market }: Deps, userId: string, id: string): Promise<AuthorProfile> {
  const authors = authorRepository(db)
  const author = await authors.find(id)
  if (author === undefined) throw new AppError('not_found', { detail: 'There is no such author.' })
  const source = sourceOf(market)
  const chain = await chainNumberOf(db, source.id)
  const [followers, isFollowed, view, open, standing] = await Promise.all([
    authors.followers(id),
    authors.isFollowed(userId, id),
    authors.viewOf(userId, id),
    ideaRepository(db).openSides(id, chain, market.hub.now()),
    standingRepository(db).find(chain, id),
  ])
  const bonds = { followers, is_followed: isFollowed, view, open_long: open.long, open_short: open.short }
  return { author: authorAnswer(author, userId), ...bonds, standing: standing ?? NOTHING, source_kind: source.kind }
}

async function quoteOf({ db, market, feeRate }: Deps, userId: string, symbol: string): Promise<IdeaQuote> {
  const details = market.hub.details(symbol)
  if (details === undefined) throw new AppError('not_found', { detail: SOCIAL_MESSAGES.unknownCoin(symbol) })
  const tick = tickOf(market, symbol)
  const open = await openOf({ db, market }, userId, symbol)
  return {
    symbol,
    price: details.price === null ? null : plainDecimal(details.price),
    as_of: details.as_of === null ? null : new Date(details.as_of).toISOString(),
    is_stale: details.stale,
    quote: details.quote,
    tick: tick === null ? null : plainDecimal(tick),
    fee_rate: feeRate,
    step_s: stepOf(market, symbol),
    source_kind: market.hub.kind(),
    open: open.coin,
    open_limit: MOST_OPEN.coin,
    open_all: open.all,
    open_all_limit: MOST_OPEN.all,
  }
}

async function openOf({ db, market }: Pick<Deps, 'db' | 'market'>, userId: string, symbol: string): Promise<{ coin: number; all: number }> {
  const author = await authorRepository(db).ofUser(userId)
  if (author === undefined) return { coin: 0, all: 0 }
  const chain = await chainNumberOf(db, market.sourceId())
  return ideaRepository(db).open({ author: author.id, chain, symbol, now: market.hub.now() })
}
