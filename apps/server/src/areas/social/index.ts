import { defined } from '@aerie/core/defined'
import { type Clock, DAY_MS, elapsedMs, SECOND_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { ChainCheck } from '@aerie/wire/market/forecasts'
import type { Notify } from '@aerie/wire/notices'
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { areaPlugin } from '../../platform/area.ts'
import type { Database, Db } from '../../platform/db/client.ts'
import { ideaChains } from '../../platform/db/schema/social.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { market } from '../market/index.ts'
import { ideaBonds } from './idea-bonds.ts'
import { FIRST_BEFORE } from './idea-chain.ts'
import { ideaCommentService } from './idea-comments.ts'
import { ideaFeed } from './idea-feed.ts'
import { ideaNewsService } from './idea-news.ts'
import { ideaPosting } from './post-idea.ts'
import { postNews } from './post-news.ts'
import { publicNames } from './public-names.ts'
import { socialRoutes } from './routes.ts'
import { socialDuty } from './social-duty.ts'
import { feeRateOf, type SocialMarket } from './social-market.ts'

export { type Moderation, moderation, type ReportedText } from './moderation.ts'
export { nameTaken, type PublicNames } from './public-names.ts'

/** Ideas with a target and a stop, scored against the market; authors, comments and followers. */
export const social = areaPlugin({
  name: 'social',
  needs: { market },
  setup({ market, notices, ...platform }) {
    const social = socialModule({ ...platform, market: market.service, notify: notices.notify })
    return { modules: [social], api: { names: social.names } }
  },
})

type Deps = {
  readonly config: Pick<Config, 'PAPER_FEES'>
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly market: SocialMarket
  readonly notify: Notify
}

/** The lease expires five seconds after its last renewal. */
const LOOK_MS = 2 * SECOND_MS
const CHECK_KEPT_MS = 10 * SECOND_MS
const A_DAY = (count: number): number => count / (DAY_MS / SECOND_MS)
/** Per user. In memory, so a restart resets them; count limits are in the database. */
const RATES = {
  ideas: { burst: 10, perSecond: A_DAY(100) },
  comments: { burst: 20, perSecond: A_DAY(300) },
  rest: { burst: 100, perSecond: A_DAY(5_000) },
} as const

export function socialModule({ config, db, duties, clock, logger, market, notify }: Deps) {
  const takeFrom = (rate: keyof typeof RATES) => {
    const buckets = keyedTokenBuckets({ clock, ...RATES[rate] })
    return (userId: string): void => {
      if (!buckets.take(userId, 1))
        throw new AppError('rate_limited', { detail: 'You have posted a lot in a short time. Try again later.', retryAfterSeconds: 600 })
    }
  }
  const feeRate = feeRateOf(config.PAPER_FEES)
  const news = ideaNewsService({ db, clock, market, notify, logger, take: takeFrom('rest') })
  const { notifyNews } = news
  const posts = postNews({ db, notifyNews })
  const duty = socialDuty({ db, duties, clock, market, notifyNews, notifyPosts: posts.notifyAll })
  const scoring = ticker(LOOK_MS, duty.look, { atOnce: true })
  const feed = ideaFeed({ db, market, feeRate })
  const onPosted = (): void => {
    posts.notifyAll().catch((error: unknown) => logger.error({ err: error }, 'followers could not be notified of an idea; trying again'))
  }
  const names = publicNames({ clock })
  const posting = ideaPosting({ db, clock, market, feeRate, take: takeFrom('ideas'), onPosted })
  return {
    name: 'social',
    routes: socialRoutes({
      posting,
      comments: ideaCommentService({ db, clock, notifyNews, take: takeFrom('comments') }),
      bonds: ideaBonds({ db, clock, market, names, take: takeFrom('rest') }),
      feed,
      news,
      verify: keptCheck(db, market, clock),
    }),
    feed,
    posting,
    names,
    notifyPosts: posts.notifyAll,
    look: duty.look,
    start: (): void => scoring.start((error: unknown) => logger.error({ err: error }, 'ideas could not be scored; trying again')),
    stop: async (): Promise<void> => {
      scoring.stop()
      await scoring.idle()
      await posts.stop()
      await duty.release()
    },
  }
}

function keptCheck(db: Database, market: SocialMarket, clock: Clock): () => Promise<ChainCheck> {
  let kept: { readonly at: number; readonly sourceId: string; readonly answer: Promise<ChainCheck> } | undefined
  return () => {
    const sourceId = market.sourceId()
    if (kept?.sourceId === sourceId && elapsedMs(clock) - kept.at < CHECK_KEPT_MS) return kept.answer
    const answer = verifyIdeas(db, sourceId)
    kept = { at: elapsedMs(clock), sourceId, answer }
    answer.catch(() => (kept = undefined))
    return answer
  }
}

const PAGE = 5_000

type Chain = typeof ideaChains.$inferSelect

/** Recomputes all hashes in the database, page by page, and compares the last with the noted head. */
export async function verifyIdeas(db: Db, sourceId: string): Promise<ChainCheck> {
  const [chain] = await db.select().from(ideaChains).where(eq(ideaChains.sourceId, sourceId))
  if (chain === undefined) return { intact: true, length: 0, head: FIRST_BEFORE.toString('hex'), broken_at: null }
  const brokenAt = await findBreak(db, chain)
  return { intact: brokenAt === null, length: chain.length, head: chain.head.toString('hex'), broken_at: brokenAt }
}

/** Ideas posted meanwhile are beyond the noted head. */
async function findBreak(db: Db, chain: Chain): Promise<number | null> {
  let prevHash = FIRST_BEFORE
  for (let afterSeq = 0; afterSeq < chain.length; afterSeq += PAGE) {
    const limit = Math.min(PAGE, chain.length - afterSeq)
    const { count, broken_at, last } = await checkPage(db, { chain, afterSeq, prevHash, limit })
    if (broken_at !== null) return broken_at
    if (count < limit || last === null) return afterSeq + count + 1
    prevHash = last
  }
  return prevHash.equals(chain.head) ? null : chain.length
}

type Page = { readonly chain: Chain; readonly afterSeq: number; readonly prevHash: Buffer; readonly limit: number }
type Checked = { readonly count: number; readonly broken_at: number | null; readonly last: Buffer | null }

/** In the database, independent of the code of idea-chain.ts: sequence, previous hash and recomputed hash. */
async function checkPage(db: Db, { chain, afterSeq, prevHash, limit }: Page): Promise<Checked> {
  const { rows } = await db.execute<Checked>(sql`
    select count(*)::int as count, min(place) filter (where not fits)::float8 as broken_at, (array_agg(hash order by place desc))[1] as last
    from (
      select hash, place, seq = place and prev_hash = coalesce(lag(hash) over (order by place), ${prevHash}::bytea)
        and hash = sha256(convert_to(concat_ws(E'\n', 'aerie-idea-1', encode(prev_hash, 'hex'), ${chain.sourceId}::text,
          ${chain.sourceKind}::text, seq, id, author, symbol, side, quote, encode(float8send(entry), 'hex'), encode(float8send(target), 'hex'),
          encode(float8send(stop), 'hex'), encode(float8send(fee_rate), 'hex'), price_as_of, posted_at, starts_at, due_at, step_s, made_at,
          encode(text_hash, 'hex')), 'UTF8')) as fits
      from (
        select *, ${afterSeq}::bigint + row_number() over (order by seq) as place
        from ideas where chain = ${chain.number} and seq > ${afterSeq} order by seq limit ${limit}
      ) page
    ) checked`)
  return defined(rows[0])
}
