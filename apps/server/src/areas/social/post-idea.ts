import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import { type IdeaFault, type IdeaTerms, ideaFaults } from '@aerie/social/idea-terms'
import type { IdeaBody } from '@aerie/wire/ideas'
import type { AssetDetails } from '@aerie/wire/market/market'
import type { Db } from '../../platform/db/client.ts'
import { commandHash } from '../../platform/db/command-hash.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { authorRepository, demandWriter } from './author-repository.ts'
import { ideaHash, textHashOf } from './idea-chain.ts'
import { ideaRepository } from './idea-repository.ts'
import { SOCIAL_MESSAGES } from './messages.ts'
import { newsRepository } from './news-repository.ts'
import { type IdeaSource, type SocialMarket, sourceOf, stepOf, tickOf } from './social-market.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly market: SocialMarket
  readonly feeRate: number
  readonly take: (userId: string) => void
  readonly onPosted: () => void
}
type Request = { readonly body: IdeaBody; readonly key: string | undefined }
type Posted = { readonly id: string; readonly isRepeated: boolean }

/** Maximum open ideas of an author: per coin, and in total. */
export const MOST_OPEN = { coin: 3, all: 20 } as const
const SALT_BYTES = 16

/** Idempotent by key, as ideas are final. */
export const ideaPosting = (deps: Deps) => ({
  post: async (userId: string, { body, key }: Request): Promise<Posted> => {
    const requestHash = commandHash('idea', body)
    const known = await repeated(deps.db, { userId, key, requestHash })
    if (known !== undefined) return { id: known, isRepeated: true }
    deps.take(userId)
    const posted = await lockingUser(deps.db, userId, async (tx) => {
      const made = await repeated(tx, { userId, key, requestHash })
      if (made !== undefined) return { id: made, isRepeated: true }
      return { id: await append(deps, tx, { userId, body, request: { requestKey: key ?? null, requestHash } }), isRepeated: false }
    })
    if (!posted.isRepeated) deps.onPosted()
    return posted
  },
})

type Key = { readonly userId: string; readonly key: string | undefined; readonly requestHash: Buffer }

async function repeated(db: Db, { userId, key, requestHash }: Key): Promise<string | undefined> {
  const found = key === undefined ? undefined : await ideaRepository(db).findByKey(userId, key)
  if (found === undefined) return undefined
  if (found.requestHash?.equals(requestHash) !== true)
    throw new AppError('conflict', { detail: 'This Idempotency-Key was used for another idea.' })
  return found.idea
}

type Wanted = {
  readonly userId: string
  readonly body: IdeaBody
  readonly request: { readonly requestKey: string | null; readonly requestHash: Buffer }
}

/** Requires the user's row lock, so that limits hold under concurrency. */
async function append(deps: Deps, tx: Db, { userId, body, request }: Wanted): Promise<string> {
  const { clock, market, feeRate } = deps
  const repo = ideaRepository(tx)
  const author = await demandWriter(authorRepository(tx), userId, new Date(clock.now()))
  const source = sourceOf(market)
  const chain = await repo.lockChain(source)
  await demandRoom(tx, { author: author.id, chain: chain.number, symbol: body.symbol, now: market.hub.now() })
  const claim = claimOf(market, body, source)
  const salt = randomBytes(SALT_BYTES)
  const record = {
    ...claim,
    seq: chain.length + 1,
    id: randomUUID(),
    author: author.id,
    feeRate,
    madeAt: Math.floor(clock.now()),
    textHash: textHashOf(salt, body.text),
  }
  const hash = ideaHash(chain.head, { ...record, sourceId: source.id, sourceKind: source.kind })
  const text = { idea: record.id, userId, text: body.text, salt, state: 'shown' as const, ...request }
  await repo.append({ ...record, chain: chain.number, prevHash: chain.head, hash }, text)
  await newsRepository(tx).addPost(record.id, new Date(clock.now()))
  return record.id
}

async function demandRoom(tx: Db, wanted: { author: string; chain: number; symbol: string; now: number }): Promise<void> {
  const open = await ideaRepository(tx).open(wanted)
  if (open.coin >= MOST_OPEN.coin)
    throw new AppError('rule_broken', { detail: `You have ${MOST_OPEN.coin} open ideas on ${wanted.symbol}. Wait until one has ended.` })
  if (open.all >= MOST_OPEN.all)
    throw new AppError('rule_broken', { detail: `You have ${MOST_OPEN.all} open ideas. Wait until one has ended.` })
}

/** @throws AppError not_found, unavailable if stale or unknown */
export function freshPrice(market: SocialMarket, symbol: string): AssetDetails & { readonly price: number; readonly as_of: number } {
  const details = market.hub.details(symbol)
  if (details === undefined) throw new AppError('not_found', { detail: SOCIAL_MESSAGES.unknownCoin(symbol) })
  const { price, as_of, stale } = details
  if (price === null || as_of === null || stale || !(price > 0))
    throw new AppError('unavailable', { detail: staleMarket(symbol), retryAfterSeconds: 5 })
  return { ...details, price, as_of }
}

/** The user's prices and the server's entry price, over whole candles from the next one on. */
function claimOf(market: SocialMarket, body: IdeaBody, source: IdeaSource) {
  const { price, as_of, quote, source: kind } = freshPrice(market, body.symbol)
  // During a source change, the old source's price is invalid.
  if (kind !== source.kind) throw new AppError('unavailable', { detail: staleMarket(body.symbol), retryAfterSeconds: 5 })
  const { symbol, side, target, stop, horizon_s } = body
  const stepS = stepOf(market, symbol)
  const stepMs = stepS * 1_000
  const postedAt = Math.floor(market.hub.now())
  const startsAt = Math.ceil(postedAt / stepMs) * stepMs
  const dueAt = startsAt + Math.max(stepMs, Math.ceil((horizon_s * 1_000) / stepMs) * stepMs)
  demandTerms({ side, entry: price, target, stop, horizonMs: horizon_s * 1_000 }, tickOf(market, symbol))
  return { symbol, side, entry: price, target, stop, quote, priceAsOf: Math.floor(as_of), postedAt, startsAt, dueAt, stepS }
}

function demandTerms(terms: IdeaTerms, tick: number | null): void {
  const faults = ideaFaults(terms, tick).map((fault) => FAULT_MESSAGES[fault])
  if (faults.length === 0) return
  const errors = Object.fromEntries(faults.map(([field, message]) => [field, [message]]))
  throw new AppError('rule_broken', { detail: 'The idea cannot be scored as it is.', errors })
}

const FAULT_MESSAGES: Readonly<Record<IdeaFault, readonly [field: string, message: string]>> = {
  'target-side': ['target', 'must be above the entry for long, below it for short'],
  'stop-side': ['stop', 'must be below the entry for long, above it for short'],
  'target-near': ['target', 'must be at least 0.1 % and three ticks from the entry'],
  'stop-near': ['stop', 'must be at least 0.1 % and three ticks from the entry'],
  'horizon-short': ['horizon_s', 'must be at least 15 minutes'],
  'horizon-long': ['horizon_s', 'must be at most 7 days'],
}

const staleMarket = (symbol: string) => `The price of ${symbol} is stale. Post the idea once it updates.`
