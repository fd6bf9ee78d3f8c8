import { FRACTION_ONE, fraction } from '@aerie/core/numbers/units'
import type { FeeRates } from '@aerie/trading/instrument'
import type { Markets } from '@aerie/trading/margin/margin'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import { DEFAULT_RULES } from '@aerie/trading/turn'
import type { HasListener, Notify } from '@aerie/wire/notices'
import type { TradingNotice } from '@aerie/wire/trading/trading-notices'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/db/client.ts'
import { type Duties, DutyLost, type Term } from '../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MarketService } from '../market/index.ts'
import type { AccountBatch } from './accounts/account-batch.ts'
import { GroupCommit } from './accounts/group-commit.ts'
import type { LiveAccount, SharedOrderBook } from './accounts/live-account.ts'
import type { TripBook } from './accounts/trip-keeper.ts'
import { accountAnswer, type FillEvent, fillAnswer, orderAnswer, positionAnswer } from './answers.ts'
import { Broker } from './broker.ts'
import { FollowedMarkets, type MarketFeed } from './markets/followed-markets.ts'
import { premiumStore } from './markets/premium-store.ts'
import { type ActiveTrading, shown } from './service.ts'
import { COPY_SLOT, SLOTS, slotDuty } from './slots.ts'

export type TradingDutyDeps = {
  readonly config: Pick<Config, 'PAPER_FEES' | 'PAPER_LATENCY_MS' | 'PAPER_LIQUIDATION_BPS'>
  readonly db: Database
  readonly duties: Duties
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly market: MarketService
  readonly notify: Notify
  readonly hasListener: HasListener
  readonly trips: TripBook
  readonly onStored?: (account: LiveAccount, batch: AccountBatch) => void
  readonly copying?: CopyingPart
  /** Called when orders of a slot can be carried out here, and when they no longer can. */
  readonly onOpen?: (slot: number, isOpen: boolean) => void
}

export type CopyingPart = {
  readonly isKept: (accountId: string) => boolean
  readonly sharedBook: SharedOrderBook
  readonly begin: (sourceId: string, markets: Markets) => Promise<void>
}

const MOST_ORDERS = 500
export const SLOTS_CHANNEL = 'trading slots'
/** What processes of versions before slots hold to trade for all. Kept by the holder of the first slot, so that none trades beside it. */
const FORMER_DUTY = 'broker'

type Held = { readonly term: number; isReady: boolean }
/** A process asks for slots; each of the others keeps `kept`. */
const request = z.object({ wanted: z.int(), kept: z.int() })

/**
 * Opens trading while the market runs. Takes every free slot, and hands some over to a process that has fewer than its share. Closes
 * trading when the market restarts or the last slot is lost.
 */
export function tradingDuty(deps: TradingDutyDeps) {
  const { logger, market, health, duties, bus } = deps
  const dutyOf = (slot: number) => duties.of(slotDuty(slot))
  const former = duties.of(FORMER_DUTY)
  const held = new Map<number, Held>()
  let formerTerm: number | undefined
  let open: OpenTrading | undefined
  let isOver = false
  let opening: Promise<void> = Promise.resolve()
  let asked: z.output<typeof request> | undefined

  /** Counts as ready: another process may hold all slots for as long as it runs. */
  const standBy = (): void =>
    health.set('trading', 'degraded', 'Paper trading waits for the market, or for another process to let go of it.')
  /** Not after a pause longer than the lease: another process may have written since. */
  const isHeld = (slot: number): boolean => {
    const one = held.get(slot)
    return one !== undefined && dutyOf(slot).isHeld(one.term)
  }
  const isOpen = (slot: number): boolean => held.get(slot)?.isReady === true && isHeld(slot)
  const isAnyOpen = (): boolean => SLOTS.some(isOpen)
  const termOf = (slot: number): Term => ({ name: slotDuty(slot), term: held.get(slot)?.term ?? -1 })

  const drop = (slots: readonly number[]): void => {
    for (const slot of slots) {
      if (slot === COPY_SLOT) formerTerm = undefined
      if (held.delete(slot)) deps.onOpen?.(slot, false)
    }
    open?.broker.leave(slots)
    if (held.size > 0) return
    open?.close()
    open = undefined
    standBy()
  }
  const shut = (): void => drop(SLOTS)
  const onLost = (terms: readonly Term[]): void => {
    const lost = SLOTS.filter((slot) => terms.some(({ name, term }) => name === slotDuty(slot) && term === held.get(slot)?.term))
    if (lost.length === 0) return
    logger.warn({ slots: lost }, 'another process has taken over paper trading')
    drop(lost)
  }
  const release = async (slots: readonly number[]): Promise<void> => {
    const releases = slots.map((slot) => {
      const { name, term } = termOf(slot)
      return () => duties.of(name).release(term)
    })
    const term = formerTerm
    if (slots.includes(COPY_SLOT) && term !== undefined) releases.push(() => former.release(term))
    drop(slots)
    await Promise.all(releases.map((one) => one()))
    bus.publish(SLOTS_CHANNEL, 'free')
  }
  const renewAll = async (): Promise<void> => {
    const slots = [...held.keys()]
    const [isFormerKept, ...areKept] = await Promise.all([
      formerTerm === undefined || former.renew(formerTerm),
      ...slots.map((slot) => dutyOf(slot).renew(termOf(slot).term)),
    ])
    drop(slots.filter((slot, at) => areKept[at] !== true || (slot === COPY_SLOT && !isFormerKept)))
  }

  const takeFree = async (): Promise<ReadonlyMap<number, Held>> => {
    const wanted = SLOTS.filter((slot) => !held.has(slot))
    const free = new Set(await duties.free([FORMER_DUTY, ...wanted.map(slotDuty)]))
    const taken = new Map<number, Held>()
    const take = async (slot: number): Promise<void> => {
      const term = free.has(slotDuty(slot)) ? await dutyOf(slot).take() : undefined
      if (term !== undefined) taken.set(slot, { term, isReady: false })
    }
    if (wanted.includes(COPY_SLOT) && free.has(slotDuty(COPY_SLOT))) {
      const term = free.has(FORMER_DUTY) ? await former.take() : undefined
      // A process of a version before slots trades for all, or another one is just taking the first slot.
      if (term === undefined) return taken
      await take(COPY_SLOT)
      if (taken.has(COPY_SLOT)) formerTerm = term
      else await former.release(term)
    }
    await Promise.all(wanted.filter((slot) => slot !== COPY_SLOT).map(take))
    return taken
  }
  /** Loading may take longer than a lease. */
  const whileHeld = (slots: ReadonlyMap<number, Held>, work: () => Promise<void>): Promise<void> => {
    const [first, ...more] = slots
    if (first === undefined) return work()
    const [slot, { term }] = first
    return dutyOf(slot).whileHeld(term, () => whileHeld(new Map(more), work))
  }
  /** Another market or replay time: reload everything, as after a start. */
  const isPast = (one: OpenTrading): boolean => one.broker.source.id !== market.sourceId() || one.round !== market.round()
  const openFree = async (): Promise<void> => {
    if (isOver || held.size === SLOTS.length || !market.hub.isReady()) return
    const taken = await takeFree()
    for (const [slot, one] of taken) held.set(slot, one)
    if (isOver) return
    if (taken.size === 0) return held.size === 0 ? standBy() : undefined
    const isFirst = open === undefined
    const opened = open ?? openTrading(deps, { isHeld, termOf, onLost })
    open = opened
    await whileHeld(taken, async () => {
      if (isFirst) await Promise.all([opened.loadPremiums(), deps.trips.refresh()])
      if (taken.has(COPY_SLOT)) await deps.copying?.begin(opened.broker.source.id, opened.followed.markets)
      if (open === opened) await opened.broker.enter([...taken.keys()])
    })
    // Closed meanwhile: the next check opens it.
    if (open !== opened) return
    for (const [slot, one] of taken) {
      if (held.get(slot) !== one) continue
      one.isReady = true
      deps.onOpen?.(slot, true)
    }
    health.set('trading', 'ok', '')
    logger.info({ slots: [...taken.keys()], source: opened.broker.source.id }, 'paper trading is open')
  }
  /** What has been decided is stored before another process takes the slots. @returns whether any were handed over */
  const give = async ({ wanted, kept }: z.output<typeof request>): Promise<boolean> => {
    const count = Math.min(wanted, held.size - kept)
    if (count <= 0) return false
    const given = [...held.keys()].toSorted((a, b) => b - a).slice(0, count)
    for (const slot of given) {
      held.set(slot, { term: termOf(slot).term, isReady: false })
      deps.onOpen?.(slot, false)
    }
    await open?.broker.settled(given)
    await release(given)
    return true
  }
  const askForShare = async (): Promise<void> => {
    if (isOver || !bus.isShared || !duties.takesDuties || !market.hub.isReady()) return
    const takers = Math.max(1, await duties.takers())
    const least = Math.floor(SLOTS.length / takers)
    if (held.size < least) bus.publish(SLOTS_CHANNEL, { wanted: least - held.size, kept: Math.ceil(SLOTS.length / takers) })
  }
  return {
    /** Whether this process carries out orders of a slot. */
    isOpen,
    isAnyOpen,
    isOver: (): boolean => isOver,
    /** Requests that arrived during a pause are answered before the next `tend`. A lost lease or a failed renewal leaves trading closed. */
    confirm: async (): Promise<void> => {
      if (open !== undefined && !isAnyOpen())
        await Promise.all(
          [...held].map(([slot, { term }]) =>
            dutyOf(slot)
              .renew(term)
              .catch(() => false),
          ),
        )
    },
    active: (): ActiveTrading => {
      if (open === undefined || !isAnyOpen() || isPast(open))
        throw new AppError('unavailable', { detail: 'Paper trading is starting. Try again in a moment.', retryAfterSeconds: 2 })
      return open
    },
    shut,
    /** A message of another process on `SLOTS_CHANNEL`. */
    receive: (message: unknown): void => {
      asked = z.safeParse(request, message).data
    },
    tend: async (): Promise<void> => {
      if (open !== undefined && isPast(open)) shut()
      await renewAll()
      drop([...held].flatMap(([slot, { isReady }]) => (isReady ? [] : [slot])))
      const [first] = held.keys()
      if (first !== undefined) await open?.savePremiums(termOf(first))
      const given = asked
      asked = undefined
      // Otherwise this process would take them back before the other one can.
      if (given !== undefined && (await give(given))) return
      opening = openFree()
      await opening
    },
    /** Not in reply to a message: two processes without their share would ask each other without a pause. */
    askForShare,
    tick: (): void => {
      if (open !== undefined && isAnyOpen() && !isPast(open)) open.tick()
    },
    close: async (): Promise<void> => {
      isOver = true
      await opening.catch(() => undefined)
      const [first] = held.keys()
      if (first !== undefined)
        await open
          ?.savePremiums(termOf(first))
          .catch((error: unknown) => logger.warn({ err: error }, 'the funding premiums were not stored'))
      await release([...held.keys()])
    },
  }
}

type OpenTrading = ActiveTrading & {
  readonly round: number
  readonly loadPremiums: () => Promise<void>
  readonly savePremiums: (term: Term) => Promise<void>
  readonly tick: () => void
  readonly close: () => void
}
type Slots = Pick<ConstructorParameters<typeof GroupCommit>[0], 'termOf' | 'onLost'> & { readonly isHeld: (slot: number) => boolean }

function openTrading(
  { config, db, logger, market, trips, onStored, copying, ...notifyDeps }: TradingDutyDeps,
  { isHeld, termOf, onLost }: Slots,
): OpenTrading {
  const schedule = config.PAPER_FEES
  const fees = FEE_SCHEDULES[schedule]
  const source = { id: market.sourceId(), kind: market.hub.kind() }
  const onFault = (error: unknown, accountId?: string): void => {
    if (!(error instanceof DutyLost)) logger.error({ err: error, accountId }, 'a paper account was interrupted')
  }
  const followed: FollowedMarkets = new FollowedMarkets({
    market: marketFeed(market),
    fees,
    onChange: (change) => broker.handle(change),
    onGap: (symbol) => broker.missed(symbol),
    onFault,
    isUsed: (symbol) => broker.isUsed(symbol),
  })
  const notifyStored = tradingNotices({ ...notifyDeps, schedule })
  const broker: Broker = new Broker({
    db,
    source,
    venue: venueOf({ config, market }, fees, followed),
    openTrips: trips.open,
    isHeld,
    termOf,
    commit: new GroupCommit({ pool: db.$client, termOf, onLost, schedule }),
    pin: (symbol) => void followed.pin(symbol),
    onStored: (account, batch) => {
      onStored?.(account, batch)
      notifyStored(account, batch)
    },
    onFault,
    ...copying,
  })
  const stored = premiumStore({ pool: db.$client, sourceId: source.id })
  return {
    broker,
    followed,
    round: market.round(),
    loadPremiums: () => stored.load(followed.premiums),
    savePremiums: (term) => stored.save(followed.premiums, term),
    tick: () => {
      followed.samplePremiums()
      broker.passTime()
      followed.release((symbol) => broker.isUsed(symbol))
      broker.readMissing().catch(onFault)
    },
    close: () => {
      followed.close()
      broker.close()
    },
  }
}

const venueOf = ({ config, market }: Pick<TradingDutyDeps, 'config' | 'market'>, fees: FeeRates, followed: FollowedMarkets) => ({
  rules: {
    ...DEFAULT_RULES,
    fees,
    latencyMs: config.PAPER_LATENCY_MS,
    maxOrders: MOST_ORDERS,
    liquidationFee: fraction((BigInt(config.PAPER_LIQUIDATION_BPS) * FRACTION_ONE) / 10_000n),
  },
  markets: followed.markets,
  now: () => followed.now(),
  premium: (symbol: string, hour: number) => followed.premium(symbol, hour),
  hasPrices: (symbol: string, at: number) => market.hasPrices(symbol, at),
})

const marketFeed = (market: MarketService): MarketFeed => ({
  now: () => market.hub.now(),
  speed: () => market.hub.speed(),
  isLive: () => market.hub.kind() === 'live',
  symbols: () => market.hub.symbolsByImportance(),
  rules: (symbol) => market.rules(symbol),
  follow: (symbol, follower) => market.follow(symbol, follower),
  priceOf: (symbol) => market.hub.ticksOf([symbol])[0]?.[1],
  onTicks: market.onTicks,
})

type Deps = { readonly notify: Notify; readonly hasListener: HasListener; readonly schedule: string }

/** Notifies a user's sockets of stored changes: orders, fills, positions, and last the account. */
const tradingNotices = ({ notify, hasListener, schedule }: Deps) => {
  const sendNotice = (live: LiveAccount, [first, seq]: Numbers, notice: NoticeContent): void =>
    notify(live.row.userId, { kind: notice.kind, account: live.id, first_seq: first, seq, data: notice.data })

  return (live: LiveAccount, batch: AccountBatch): void => {
    const [first, seq] = [batch.events[0]?.seq, batch.events.at(-1)?.seq]
    // Twins are shown with their live order; notices would make them look like the user's own account.
    if (first === undefined || seq === undefined || live.row.kind === 'twin' || !hasListener(live.row.userId)) return
    for (const notice of noticesOf(live, batch, schedule)) sendNotice(live, [first, seq], notice)
    sendNotice(live, [first, seq], { kind: 'account', data: { ...accountAnswer(shown(live)), seq } })
  }
}

type Numbers = readonly [first: number, last: number]
type NoticeContent = Pick<TradingNotice, 'kind' | 'data'>

function noticesOf(live: LiveAccount, { events, orders, positions }: AccountBatch, schedule: string): NoticeContent[] {
  const fills = events.filter((event): event is FillEvent => event.kind === 'filled')
  return [
    ...[...orders.values()].map(({ order }): NoticeContent => ({ kind: 'order', data: orderAnswer(live.id, order, live.turn()) })),
    ...fills.map((event): NoticeContent => ({ kind: 'fill', data: fillAnswer(live.id, event, schedule) })),
    ...[...positions].map(([symbol, position]): NoticeContent => {
      const answer = position === undefined ? null : positionAnswer(shown(live), position)
      return { kind: 'position', data: { symbol, position: answer } }
    }),
  ]
}
