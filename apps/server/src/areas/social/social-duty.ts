import type { Candle } from '@aerie/core/market/candle'
import { type Clock, elapsedMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { scoreIdea } from '@aerie/social/idea-score'
import type { Database, Db } from '../../platform/db/client.ts'
import { type Duties, DutyLost } from '../../platform/duties/duty.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { NotifyNews } from './idea-news.ts'
import { type DueIdea, dueIdeas, type Result, SOCIAL_DUTY, storeScores } from './idea-scores.ts'
import { newsRepository } from './news-repository.ts'
import { chainNumberOf, type SocialMarket } from './social-market.ts'

type Deps = {
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly market: SocialMarket
  readonly notifyNews: NotifyNews
  readonly notifyPosts: () => Promise<void>
}

const EXPIRY_MS = HOUR_MS

export function socialDuty({ db, duties, clock, market, notifyNews, notifyPosts }: Deps) {
  const mine = duties.of(SOCIAL_DUTY)
  const scorer = ideaScorer({ db, clock, market })
  let term: number | undefined
  let expiredAt = Number.NEGATIVE_INFINITY
  const expire = async (): Promise<void> => {
    if (elapsedMs(clock) - expiredAt < EXPIRY_MS) return
    expiredAt = elapsedMs(clock)
    await newsRepository(db).expire(new Date(clock.now()))
  }
  const release = async (): Promise<void> => {
    if (term !== undefined) await mine.release(term)
    term = undefined
  }
  return {
    look: async (): Promise<void> => {
      // Scores are kept for ever, so they are made where missing candles are known.
      if (market.isReader()) return release()
      if (!market.hub.isReady()) return
      if (term === undefined || !(await mine.renew(term))) term = await mine.take()
      if (term === undefined) return
      const held = term
      await mine.whileHeld(held, async () => {
        // Leftovers of a killed process; usually none.
        await notifyPosts()
        await notifyNews('scored', await scorer.look(held).catch(noneIfLost))
      })
      await expire()
    },
    release,
  }
}

/** The next look finds out who holds the duty. */
function noneIfLost(error: unknown): string[] {
  if (error instanceof DutyLost) return []
  throw error
}

type ScorerDeps = { readonly db: Db; readonly clock: Clock; readonly market: SocialMarket }

/** Per run: each loads up to a week of minutes. */
const BATCH = 20
const PAGE = 5_000
/** A last candle arrives a little after its close. */
const LAST_CANDLE_MS = 2 * MINUTE_MS
/** Maximum wait for possibly incomplete candles (market clock). */
const GRACE_MS = 24 * HOUR_MS

/** Ideas waiting for candles do not block others: the next run continues behind them. */
function ideaScorer({ db, clock, market }: ScorerDeps) {
  let skipped = 0
  return {
    look: async (term: number): Promise<string[]> => {
      const round = market.round()
      const now = market.hub.now()
      const chain = await chainNumberOf(db, market.sourceId())
      const due = (await dueIdeas(db, { chain, now, limit: skipped + BATCH })).slice(skipped)
      const results: Result[] = []
      for (const idea of due) results.push(...(await resultOf(market, idea, now)))
      skipped = due.length < BATCH ? 0 : skipped + due.length - results.length
      // Data from before a market restart is stale.
      if (market.round() !== round) return []
      return storeScores(db, { term, at: now, now: clock.now(), results })
    },
  }
}

async function resultOf(market: SocialMarket, idea: DueIdea, now: number): Promise<Result[]> {
  const candles = await candlesOf(market, idea)
  if (candles === undefined) return []
  const { side, entry, target, stop, feeRate } = idea
  const span = { startS: idea.startsAt / 1_000, endS: idea.dueAt / 1_000, stepS: idea.stepS }
  const score = scoreIdea({ terms: { side, entry, target, stop, horizonMs: idea.dueAt - idea.startsAt }, span, feeRate }, candles)
  const isWhole = score.known && score.value.holdR !== null
  if (!isWhole && !isSettled(market, idea, now)) return []
  return [{ idea, score: score.known ? score.value : 'missing' }]
}

/** Whether the span's candles are final: complete, or the wait has timed out. */
function isSettled(market: SocialMarket, { symbol, startsAt, dueAt, stepS }: DueIdea, now: number): boolean {
  if (now - dueAt < LAST_CANDLE_MS) return false
  const interval = stepS === 60 ? '1m' : '1h'
  return now - dueAt > GRACE_MS || market.isKnown({ symbol, interval, from: startsAt / 1_000, to: dueAt / 1_000 })
}

async function candlesOf(market: SocialMarket, { symbol, startsAt, dueAt, stepS }: DueIdea): Promise<Candle[] | undefined> {
  const interval = stepS === 60 ? '1m' : '1h'
  const candles: Candle[] = []
  const to = dueAt / 1_000
  try {
    for (let from = startsAt / 1_000; from < to; from = (candles.at(-1)?.time ?? to) + stepS) {
      const page = await market.candles({ symbol, interval, from, to, limit: PAGE })
      candles.push(...page)
      if (page.length < PAGE) break
    }
    return candles
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return undefined
    throw error
  }
}
