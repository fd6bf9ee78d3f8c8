import { notional, priceText, sizeText } from '@aerie/core/numbers/units'
import { HOUR_MS } from '@aerie/core/time'
import { fundingRate } from '@aerie/trading/margin/funding'
import { emptyWorking } from '@aerie/trading/matching/working'
import type { Order } from '@aerie/trading/orders/order'
import { storedPart } from '@aerie/trading/stored/stored'
import { DEFAULT_RULES } from '@aerie/trading/turn'
import type {
  fillsQuery,
  InstrumentMarket,
  LedgerPosting,
  ordersQuery,
  pageQuery,
  TradingInstrument,
} from '@aerie/wire/trading/trading-account'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'
import { pageOf, rangeOf } from '../../platform/http/list-page.ts'
import { eventOfRow, fillOfRow, loadState } from './accounts/account-loader.ts'
import { accountAnswer, fillAnswer, fractionText, notionalText, orderAnswer, positionAnswer, postingAnswer } from './answers.ts'
import { type ActiveTrading, settled, shown, type TradingService } from './service.ts'
import type { AccountRow, EventRow, OrderRow, TradingRepository } from './store.ts'

type Deps = { readonly active: () => ActiveTrading; readonly trading: Pick<TradingService, 'present'> }
type Query = z.output<typeof pageQuery>

const FILLS_AT_ONCE = 500
/** Of `doneSince`, the newest: an order has about 1 kB, and a message between processes at most 4 MB. */
const MOST_DONE = 1_000

const accountReaders = ({ active, trading }: Deps) => {
  const repository = (): TradingRepository => active().broker.repository
  return {
    repository,
    /** The given or the current account. @throws AppError not_found if it is not the caller's */
    accountRow: async (userId: string, accountId: string | undefined): Promise<AccountRow> => {
      if (accountId === undefined) return (await settled(await trading.present({ userId }))).row
      const row = await repository().account(accountId)
      if (row?.userId !== userId) throw new AppError('not_found', { detail: 'This account does not exist.' })
      return row
    },
    /** Accounts not in memory are loaded for this response only. */
    shownOf: async (row: AccountRow) => {
      const live = active().broker.inMemory(row.id)
      if (live !== undefined) return shown(await settled(live))
      const state = await loadState(repository(), row.id)
      const markets = row.sourceId === active().broker.source.id ? active().followed.markets : new Map<string, never>()
      return { row, turn: { state, working: emptyWorking(), markets, rules: DEFAULT_RULES, now: 0, events: [] } }
    },
    orderOf: (row: OrderRow) => orderAnswer(row.accountId, storedPart<Order>(row.body), active().broker.inMemory(row.accountId)?.turn()),
  }
}

export const tradingLists = (deps: Deps) => {
  const { active, trading } = deps
  const { repository, accountRow, shownOf, orderOf } = accountReaders(deps)
  return {
    accounts: async (userId: string) => {
      const { id } = await trading.present({ userId })
      const rows = await repository().ownAccountsOf(userId)
      const answers = []
      for (const row of rows) answers.push({ ...accountAnswer(await shownOf(row)), is_present: row.id === id })
      return answers
    },
    instruments: (): TradingInstrument[] =>
      active()
        .followed.instruments()
        .map((one) => instrumentAnswer(active(), one)),
    /** @throws AppError bad_input; rule_broken if the source cannot follow it */
    market: async (symbol: string): Promise<InstrumentMarket> => {
      const { followed } = active()
      await followed.ready(symbol)
      const { mark, oracle } = followed.pin(symbol)
      const funding = fundingOf(followed, symbol)
      return {
        symbol,
        mark: mark === undefined ? null : priceText(mark),
        index: oracle === undefined ? null : priceText(oracle),
        funding,
        is_stale: followed.isStale(symbol) ?? true,
      }
    },
    order: async (userId: string, orderId: string) => {
      const known = await repository().order(orderId)
      const account = known && (await repository().account(known.accountId))
      if (known === undefined || account?.userId !== userId) throw new AppError('not_found', { detail: 'This order does not exist.' })
      await active().broker.inMemory(account.id)?.stored
      return orderOf((await repository().order(orderId)) ?? known)
    },
    orders: async (userId: string, query: z.output<typeof ordersQuery>) => {
      const { id: accountId } = await accountRow(userId, query.account)
      const isDone = query.state === undefined ? undefined : query.state === 'done'
      const filters = { isDone, symbol: query.symbol, clientId: query.client_id }
      return pageOf(await repository().orders({ accountId, ...rangeOf(query), ...filters }), query, {
        number: (row) => row.number,
        answer: orderOf,
      })
    },
    /** Ended orders with a fill after this market time, also those sent long before it. */
    doneSince: async (userId: string, since: number) => {
      const { id: accountId } = await accountRow(userId, undefined)
      const names = new Set<string>()
      let before: number | undefined
      let isMore = true
      while (isMore && names.size < MOST_DONE) {
        const fills = await repository().fills({ accountId, before, limit: FILLS_AT_ONCE })
        const late = fills.filter((row) => row.at > since)
        for (const row of late) names.add(fillOfRow(row).clientId)
        before = fills.at(-1)?.seq
        isMore = late.length === FILLS_AT_ONCE
      }
      return (await repository().ordersNamed(accountId, [...names])).filter(({ isDone }) => isDone).map(orderOf)
    },
    positions: async (userId: string, query: Query) => {
      const account = await shownOf(await accountRow(userId, query.account))
      return { data: [...account.turn.state.positions.values()].map((one) => positionAnswer(account, one)), next: null }
    },
    fills: async (userId: string, query: z.output<typeof fillsQuery>) => {
      const { id: accountId } = await accountRow(userId, query.account)
      const order = query.order === undefined ? undefined : await repository().order(query.order)
      if (query.order !== undefined && order?.accountId !== accountId) return { data: [], next: null }
      const rows = await repository().fills({ accountId, ...rangeOf(query), symbol: query.symbol, clientId: order?.clientId })
      return pageOf(rows, query, { number: (row) => row.seq, answer: fillAnswerOf })
    },
    ledger: async (userId: string, query: Query) => {
      const { id: accountId } = await accountRow(userId, query.account)
      return pageOf(await repository().postings({ accountId, ...rangeOf(query) }), query, {
        number: (row) => row.seq,
        answer: postingOfRow,
      })
    },
  }
}

export type TradingLists = ReturnType<typeof tradingLists>

const fillAnswerOf = (row: EventRow): TradingFill => fillAnswer(row.accountId, fillOfRow(row), scheduleOf(row.payload))

const scheduleOf = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'schedule' in payload ? String(payload.schedule) : 'unknown'

function postingOfRow(row: EventRow): LedgerPosting {
  const event = eventOfRow(row)
  if (!('lines' in event)) throw new RangeError(`Event ${row.seq} is ${event.kind}, no posting`)
  return postingAnswer(event)
}

/** What would be paid at the end of this hour if the rest of it were like its samples so far. */
function fundingOf(followed: ActiveTrading['followed'], symbol: string): InstrumentMarket['funding'] {
  const at = (Math.floor(followed.now() / HOUR_MS) + 1) * HOUR_MS
  const mean = followed.premium(symbol, at)
  return mean === undefined ? null : { rate: fractionText(fundingRate(mean.premium)), at: new Date(at).toISOString() }
}

function instrumentAnswer(
  { followed }: ActiveTrading,
  { instrument, book }: ReturnType<ActiveTrading['followed']['instruments']>[number],
): TradingInstrument {
  const market = followed.markets.get(instrument.symbol)
  return {
    symbol: instrument.symbol,
    tick: priceText(instrument.tick),
    lot: sizeText(instrument.lot),
    min_notional: notionalText(instrument.minNotional),
    max_leverage: Number(instrument.maxLeverage),
    tiers: instrument.tiers.map(({ from, rate }) => ({ from: notionalText(notional(from)), rate: fractionText(rate) })),
    taker_fee: fractionText(instrument.fees.taker),
    maker_fee: fractionText(instrument.fees.maker),
    book,
    mark: market?.mark === undefined ? null : priceText(market.mark),
    funding: market === undefined ? null : (fundingOf(followed, instrument.symbol)?.rate ?? null),
    is_stale: followed.isStale(instrument.symbol) ?? null,
  }
}
