import type { OwnResult, OwnToolCall, OwnValue } from '@aerie/wire/agent/agent-own'
import type { TripRow } from '@aerie/wire/journal/journal'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { AppError } from '../../../platform/http/app-error.ts'
import type { CoinSums, TripSums } from '../../journal/index.ts'
import { bookOf, grossValue, type OwnBook, resultValues, sinceValue, unrealisedValues } from './own-account.ts'
import { fundingValue, MOST_OWN_ROWS, negated, type OwnReading, price, share, sumOf, usdc } from './own-reading.ts'
import type { TripQuery } from './own-sources.ts'
import type { BareResult } from './own-text.ts'
import { ownText } from './own-words.ts'
import { periodSpan } from './period-span.ts'

type ArgumentsOf<N extends OwnToolCall['name']> = Extract<OwnToolCall, { name: N }>['arguments']
type Statistics = ArgumentsOf<'get_own_statistics'>
type Trades = ArgumentsOf<'get_own_trades'>
type Filtered = Pick<Statistics, 'ticker' | 'without' | 'side' | 'period'>

const iso = (ms: number): string => new Date(ms).toISOString()

/** @throws AppError for a period that does not exist: it never widens to all time */
function filterOf(
  { ticker, without, side, period }: Filtered,
  { at, zone }: BareResult,
): { readonly query: TripQuery; readonly span: OwnResult['span'] } {
  const days = period === undefined ? undefined : periodSpan(period, at, zone)
  if (period !== undefined && days === undefined) throw new AppError('bad_input', { detail: 'There is no such time.' })
  const query = {
    ...(days && { ...(days.fromMs !== null && { from: iso(days.fromMs) }), to: iso(days.endMs) }),
    ...(ticker !== undefined && { symbol: ticker }),
    ...(without !== undefined && { without }),
    ...(side !== undefined && { side }),
  }
  return { query, span: days === undefined ? null : { from: days.from, to: days.to } }
}

/** Figures of money that an account has too: without a period they include the open positions. */
const MONEY: readonly Statistics['figure'][] = ['net', 'fees', 'funding']

export async function readStatistics(reading: OwnReading, asked: Statistics): Promise<BareResult> {
  const { sources, userId, blank } = reading
  const { query, span } = filterOf(asked, blank)
  const [statistics, book] = await Promise.all([sources.statistics(userId, { ...query, zone: blank.zone }), bookOf(reading, asked)])
  const isOfAll = MONEY.includes(asked.figure) && asked.by === undefined && asked.period === undefined
  if (isOfAll && book !== undefined) return { ...blank, ...(await moneyOf(reading, asked, statistics, book)) }
  const { counted, simulated, replayed } = statistics.trips
  const imported = counted === 0 ? 0 : await sources.imported(userId, query)
  const madeOf = { live: Math.max(0, counted - simulated - replayed - imported), sim: simulated, replay: replayed, imported }
  const open = book?.positions.length ?? 0
  const remarks = [...(open > 0 ? [{ key: 'closed_only', n: open } as const] : []), ...leftOutOf(statistics)]
  if (counted === 0) {
    const values = isMoneyTotal(asked) && book ? unrealisedValues(book) : []
    return { ...blank, span, remarks: values.length === 0 ? remarks : [{ key: 'none_trades', n: 0 }, ...remarks], values }
  }
  const known = { ...blank, span, made_of: madeOf, remarks }
  const countedUp = await countedUpValues(reading, asked, { statistics, query, span })
  if (countedUp !== undefined) return { ...known, values: countedUp }
  if (asked.by !== undefined) return { ...known, ...(await groupRows(reading, asked, { statistics, query })) }
  const isOfDeposit = asked.figure === 'net' && imported === 0 && Number(book?.account.deposit) > 0
  const shares = isOfDeposit ? [share('result_share', Number(statistics.totals.net) / Number(book?.account.deposit))] : []
  const more =
    asked.figure === 'trades' ? await winnersAndLosers(reading, query) : isMoneyTotal(asked) && book ? unrealisedValues(book) : []
  return { ...known, values: [...valuesOf(statistics, asked.figure), ...shares, ...more] }
}

const isMoneyTotal = ({ figure, by }: Statistics): boolean => (figure === 'net' || figure === 'overview') && by === undefined

function leftOutOf({ trips }: JournalStatistics): NonNullable<BareResult['remarks']> {
  const n = trips.left_out.reduce((total, each) => total + each.trips, 0)
  return n > 0 ? [{ key: 'left_out', n }] : []
}

/** Result, fees or funding with the open positions: of the account, or of the closed and open trades of a coin or side. */
async function moneyOf(
  { sources, userId }: OwnReading,
  { figure, ticker, without, side }: Statistics,
  statistics: JournalStatistics,
  book: OwnBook,
): Promise<Pick<BareResult, 'source' | 'values' | 'remarks' | 'scope'>> {
  const { account } = book
  const { totals, trips } = statistics
  const remarks = leftOutOf(statistics)
  const closed: OwnValue[] = [
    ...(figure === 'net' ? [usdc('net_closed', totals.net)] : []),
    ...(figure === 'fees' ? [usdc('fees_closed', totals.fees)] : []),
    ...(figure === 'funding' ? [{ ...fundingValue(negated(totals.funding)), key: fundingKey(totals.funding) }] : []),
    { key: 'trades', value: String(trips.counted), unit: 'count' },
  ]
  const source = account.source_kind
  if (ticker === undefined && without === undefined && side === undefined) {
    const parts = resultValues(account)
    const asked =
      figure === 'net'
        ? [...parts, grossValue(account), usdc('deposit', account.deposit), usdc('equity', account.equity)]
        : parts.filter(({ key }) => (figure === 'fees' ? key === 'fees_paid' : key.startsWith('funding_')))
    return { source, scope: 'account', remarks, values: [...asked, sinceValue(account), ...closed] }
  }
  if (figure === 'net') {
    const unrealised = unrealisedValues(book)
    const together = unrealised.length === 0 ? [] : [usdc('together', sumOf([totals.net, unrealised[0]?.value ?? null]))]
    return { source, scope: 'all_trades', remarks, values: [...together, ...closed, usdc('gross_closed', totals.gross), ...unrealised] }
  }
  const open = (await sources.openTrips(userId, ticker)).filter(
    (trip) =>
      without?.includes(trip.symbol) !== true &&
      (side === undefined || trip.side === side) &&
      trip.origin === 'paper' &&
      trip.currency === 'USDC',
  )
  const all =
    figure === 'fees'
      ? usdc('fees_paid', sumOf([totals.fees, ...open.map(({ fees }) => fees)]))
      : fundingValue(negated(sumOf([totals.funding, ...open.map(({ funding }) => funding)])))
  return { source, scope: 'all_trades', remarks, values: [all, ...closed] }
}

const fundingKey = (received: string): 'funding_closed_paid' | 'funding_closed_received' =>
  received.startsWith('-') ? 'funding_closed_paid' : 'funding_closed_received'

type Counted = { readonly statistics: JournalStatistics; readonly query: TripQuery; readonly span: OwnResult['span'] }

/** Streaks, volume, holding times and means a day, week or month; undefined for other figures and groups. */
async function countedUpValues(
  { sources, userId, blank }: OwnReading,
  { figure, by }: Statistics,
  { statistics, query, span }: Counted,
): Promise<OwnValue[] | undefined> {
  if (by !== undefined) return undefined
  if (figure === 'mean_hold_ms') return [figureValue(statistics, figure), ...heldValues(await sources.sums(userId, query))]
  if (figure === 'streaks') return streakValues(await sources.sums(userId, query))
  if (figure === 'volume') return [volumeValue(await sources.sums(userId, query)), figureValue(statistics, 'trades')]
  const unit = UNIT_OF.get(figure)
  return unit && perUnitValues(statistics, unit, { span, today: todayIn(blank) })
}

const countValue = (key: string, count: number): OwnValue => ({ key, value: String(count), unit: 'count' })

/** The newest streak is one of wins or of losses, or none after a trade that ended at 0. */
const streakValues = ({ wins, losses, current_wins: won, current_losses: lost }: TripSums): OwnValue[] => [
  countValue('streak_wins', wins),
  countValue('streak_losses', losses),
  won > 0 ? countValue('current_wins', won) : countValue('current_losses', lost),
]

const volumeValue = ({ volume }: Pick<TripSums, 'volume'>): OwnValue => ({
  ...usdc('volume_closed', volume),
  ...(volume === null && { reason: 'not known' }),
})

/** Without a streak there was no such trade. */
const heldValues = ({ wins, losses, held_wins: won, held_losses: lost }: TripSums): OwnValue[] => [
  heldValue('held_wins', won, wins),
  heldValue('held_losses', lost, losses),
]
const heldValue = (key: string, meanMs: number | null, trades: number): OwnValue =>
  meanMs === null
    ? { key, value: null, unit: 'duration_ms', reason: trades === 0 ? 'none' : 'not known' }
    : { key, value: decimal(meanMs), unit: 'duration_ms' }

const groupRows = async (
  { sources, userId, blank, language }: OwnReading,
  asked: Statistics,
  { statistics, query }: Omit<Counted, 'span'>,
): Promise<Pick<BareResult, 'rows' | 'more' | 'compared'>> =>
  isOfCoins(asked) ? coinRows(await sources.coinSums(userId, query), asked) : groupsOf(statistics, asked, { language, zone: blank.zone })

const OF_COINS = ['fees', 'funding', 'volume'] as const
type OfCoins = Statistics & { readonly figure: (typeof OF_COINS)[number] }
const isOfCoins = (asked: Statistics): asked is OfCoins => asked.by === 'symbol' && OF_COINS.some((figure) => figure === asked.figure)

/** The largest volume or cost first; coins whose amount is not known come last. */
function coinRows(sums: readonly CoinSums[], { figure, rank }: OfCoins): Pick<BareResult, 'rows' | 'more'> {
  const amountOf = (coin: CoinSums): string | null => (figure === 'funding' ? negated(coin.funding) : coin[figure])
  const isLeastFirst = rank === (figure === 'volume' ? 'worst' : 'best')
  const direction = isLeastFirst ? 1 : -1
  const [known, unknown] = [sums.filter((coin) => amountOf(coin) !== null), sums.filter((coin) => amountOf(coin) === null)]
  const ordered = [...known.toSorted((a, b) => direction * (Number(amountOf(a)) - Number(amountOf(b)))), ...unknown]
  const valueIn = (coin: CoinSums): OwnValue =>
    figure === 'funding' ? fundingValue(amountOf(coin)) : figure === 'volume' ? volumeValue(coin) : feesValue(coin)
  return {
    rows: ordered
      .slice(0, MOST_OWN_ROWS)
      .map((coin) => ({ name: coin.symbol, values: [valueIn(coin), countValue('trades', coin.trades)] })),
    more: Math.max(0, sums.length - MOST_OWN_ROWS),
  }
}
const feesValue = ({ fees }: CoinSums): OwnValue => ({ ...usdc('fees', fees), ...(fees === null && { reason: 'not known' }) })

const UNIT_OF = new Map<Statistics['figure'], 'day' | 'week' | 'month'>([
  ['per_day', 'day'],
  ['per_week', 'week'],
  ['per_month', 'month'],
])

const todayIn = ({ at, zone }: BareResult): string => periodSpan('today', at, zone)?.to ?? ''

/** Means over the days, weeks or months with a closed trade, and over all days of the time; weeks begin on Monday. */
function perUnitValues(
  { calendar, totals, trips }: JournalStatistics,
  unit: 'day' | 'week' | 'month',
  { span, today }: { readonly span: OwnResult['span']; readonly today: string },
): OwnValue[] {
  const nets = new Map<string, (string | null)[]>()
  for (const { day, net } of calendar) {
    const key = unit === 'day' ? day : unit === 'month' ? day.slice(0, 7) : mondayOf(day)
    nets.set(key, [...(nets.get(key) ?? []), net])
  }
  const starts = [...nets.keys()].map((key) => Date.parse(unit === 'month' ? `${key}-01` : key))
  const sums = [...nets.values()].map((each) => Number(sumOf(each)))
  const extreme = (key: 'best' | 'worst', amount: number): OwnValue[] => [
    usdc(`${key}_${unit}`, decimal(amount)),
    { key: `${key}_${unit}_on`, value: String(starts[sums.indexOf(amount)]), unit: 'instant_ms' },
  ]
  const first = span?.from ?? calendar[0]?.day
  if (sums.length === 0 || first === undefined) return []
  const days = (Date.parse(span?.to ?? today) - Date.parse(first)) / DAY_MS + 1
  const mean = (amount: string | number, n: number): string => decimal(Number(amount) / n)
  return [
    usdc(`mean_${unit}`, mean(totals.net, sums.length)),
    countValue(`active_${unit}`, sums.length),
    ...(unit === 'day' ? [usdc('mean_calendar_day', mean(totals.net, days)), countValue('calendar_days', days)] : []),
    { key: `trades_${unit}`, value: mean(trips.counted, sums.length), unit: 'ratio' },
    usdc(`fees_${unit}`, mean(totals.fees, sums.length)),
    fundingMean(unit, mean(totals.funding, sums.length)),
    ...extreme('best', Math.max(...sums)),
    ...extreme('worst', Math.min(...sums)),
    usdc('net', totals.net),
  ]
}

const fundingMean = (unit: 'day' | 'week' | 'month', funding: string): OwnValue => {
  const value = fundingValue(negated(funding))
  return { ...value, key: `${value.key}_${unit}` }
}

const mondayOf = (day: string): string => {
  const at = Date.parse(day)
  return new Date(at - (((((at - MONDAY) / DAY_MS) % 7) + 7) % 7) * DAY_MS).toISOString().slice(0, 10)
}

const OVERVIEW = ['net', 'trades', 'win_rate', 'expectancy', 'profit_factor', 'fees'] as const

const isTotal = (figure: Statistics['figure']): figure is TotalFigure => figure !== 'streaks' && figure !== 'volume' && !UNIT_OF.has(figure)
type TotalFigure = Exclude<Statistics['figure'], 'streaks' | 'volume' | `per_${string}`>

function valuesOf(statistics: JournalStatistics, figure: Statistics['figure']): OwnValue[] {
  if (!isTotal(figure)) return []
  if (figure === 'overview') return OVERVIEW.map((each) => figureValue(statistics, each))
  const asked = figureValue(statistics, figure)
  if (figure === 'payoff') return [asked, ...meansOf(statistics)]
  const trades = figureValue(statistics, 'trades')
  if (figure === 'net')
    return [
      asked,
      usdc('gross', statistics.totals.gross),
      ...(['fees', 'funding'] as const).map((each) => figureValue(statistics, each)),
      trades,
    ]
  return figure === 'fees' || figure === 'funding' ? [asked, trades] : [asked]
}

/** The two means that a payoff divides, from its inputs (`12.5 USDC`). */
function meansOf({ figures }: JournalStatistics): OwnValue[] {
  const inputs = figures.payoff.inputs ?? []
  return (['mean win', 'mean loss'] as const).flatMap((name) => {
    const amount = /^(-?\d+(?:\.\d+)?) USDC$/.exec(inputs.find((each) => each.name === name)?.value ?? '')?.[1]
    return amount === undefined ? [] : [usdc(name.replace(' ', '_'), amount)]
  })
}

/** Trades that ended at 0 are neither. */
async function winnersAndLosers({ sources, userId }: OwnReading, query: TripQuery): Promise<OwnValue[]> {
  const countOf = async (result: 'win' | 'loss') => (await sources.trips(userId, query, { order: 'newest', result, limit: 1 })).total
  const [wins, losses] = await Promise.all([countOf('win'), countOf('loss')])
  return [
    { key: 'winners', value: String(wins), unit: 'count' },
    { key: 'losers', value: String(losses), unit: 'count' },
  ]
}

/** Figures that cannot be below 0: a symmetric interval may reach there, the figure may not. */
const NEVER_NEGATIVE: readonly string[] = ['win_rate', 'profit_factor', 'payoff', 'mean_hold_ms']

const UNITS = {
  win_rate: 'share',
  profit_factor: 'ratio',
  expectancy: 'usdc',
  payoff: 'ratio',
  max_drawdown: 'share',
  sharpe: 'ratio',
  sortino: 'ratio',
  sqn: 'ratio',
  mean_r: 'ratio',
  mean_hold_ms: 'duration_ms',
  mean_slippage: 'usdc',
} as const satisfies Partial<Record<Statistics['figure'], OwnValue['unit']>>

function figureValue({ totals, figures, trips }: JournalStatistics, key: Exclude<TotalFigure, 'overview'>): OwnValue {
  if (key === 'funding') return fundingValue(negated(totals.funding))
  if (key === 'net' || key === 'fees') return { key, value: totals[key], unit: 'usdc' }
  if (key === 'trades') return { key, value: String(trips.counted), unit: 'count' }
  return statisticValue(key, figures[key], UNITS[key])
}

type Statistic = JournalStatistics['figures'][keyof JournalStatistics['figures']]

function statisticValue(key: string, { value, n, interval, reason }: Statistic, unit: OwnValue['unit']): OwnValue {
  const shared = { key, value: value === null ? null : decimal(value), unit, n }
  const least = NEVER_NEGATIVE.includes(key) ? 0 : Number.NEGATIVE_INFINITY
  const between = interval === undefined ? {} : { low: decimal(Math.max(least, interval[0])), high: decimal(Math.max(least, interval[1])) }
  return { ...shared, ...between, ...(value === null && { reason: reason ?? 'not known' }) }
}

const decimal = (value: number): string => value.toFixed(12).replace(/\.?0+$/, '')

type Naming = { readonly language: string; readonly zone: string }

/** Groups in journal order, or ranked by net result. */
function groupsOf({ groups }: JournalStatistics, { by, rank }: Statistics, naming: Naming): Pick<BareResult, 'rows' | 'more' | 'compared'> {
  const found = groups.find((each) => each.by === by)
  if (found === undefined) return { rows: [], more: 0 }
  const byNet = found.rows.toSorted((a, b) => Number(a.net) - Number(b.net))
  const ordered = rank === undefined ? found.rows : rank === 'worst' ? byNet : byNet.toReversed()
  const rows = ordered.slice(0, MOST_OWN_ROWS).map(({ key, net, trades, win_rate: rate }) => ({
    name: groupName(found.by, key, naming.language),
    values: [
      { key: 'net', value: net, unit: 'usdc' as const },
      { key: 'trades', value: String(trades), unit: 'count' as const },
      statisticValue('win_rate', rate, 'share'),
    ],
  }))
  return { rows, more: Math.max(0, found.comparisons - rows.length), compared: found.comparisons }
}

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

function groupName(by: NonNullable<Statistics['by']>, key: string, language: string): string {
  if (by === 'weekday') {
    return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (Number(key) - 1) * DAY_MS)
  }
  if (by === 'hour') return `${key.padStart(2, '0')}:00 – ${key.padStart(2, '0')}:59`
  if (by === 'side') return ownText(key === 'long' ? 'long' : 'short', language)
  return by === 'tag' && key === '' ? ownText('no_tag', language) : key
}

const NEWEST = 5

/** Closed trades by time or result. Notes are never read: they are private to the owner. */
export async function readTrades(reading: OwnReading, asked: Trades): Promise<BareResult> {
  const { sources, userId, blank, language } = reading
  const { query, span } = filterOf(asked, blank)
  const { order = 'newest', result, count } = asked
  const limit = count ?? (order === 'newest' ? NEWEST : 1)
  const [{ rows, total }, book] = await Promise.all([sources.trips(userId, query, { order, result, limit }), bookOf(reading, asked)])
  const open = book?.positions.length ?? 0
  const kinds = rows.map((row) => (row.origin === 'paper' ? (row.source_kind ?? 'live') : 'imported'))
  const of = (kind: string): number => kinds.filter((each) => each === kind).length
  const madeOf = { live: of('live'), sim: of('sim'), replay: of('replay'), imported: of('imported') }
  return {
    ...blank,
    span,
    made_of: madeOf,
    remarks: open > 0 ? [{ key: 'closed_only', n: open }] : [],
    rows: rows.map((row) => tripLine(row, { zone: blank.zone, language, isDetailed: order !== 'newest' || limit === 1 })),
    more: Math.max(0, total - rows.length),
  }
}

function tripLine(row: TripRow, { zone, language, isDetailed }: Naming & { readonly isDetailed: boolean }): OwnResult['rows'][number] {
  const at = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
  const closed = row.closed_at_ms === null ? '' : ` · ${at.format(row.closed_at_ms)}`
  const unit = row.currency === 'USDC' ? ('usdc' as const) : ('coins' as const)
  const values: OwnValue[] = [
    { key: 'side', value: row.side, unit: 'word' },
    { key: 'net', value: row.net, unit, ...(row.net === null && { reason: 'not known' }) },
    ...(isDetailed ? partsOf(row, unit) : []),
    ...(row.r === null ? [] : [{ key: 'r', value: decimal(row.r), unit: 'ratio' as const }]),
    ...(row.fees === null ? [] : [{ key: 'fees', value: row.fees, unit }]),
    ...row.tags.slice(0, MOST_TAGS).map((tag) => ({ key: 'tag', value: tag, unit: 'word' as const })),
  ]
  return { name: `${row.symbol}${closed}`, values }
}

/** Parts of a result. Causes are not measured, so none is given. */
function partsOf(row: TripRow, unit: 'usdc' | 'coins'): OwnValue[] {
  const { entry, exit, gross, funding, mae, side, currency, opened_at_ms: opened, closed_at_ms: closed } = row
  const move = exit === null || !(Number(entry) > 0) ? undefined : (Number(exit) / Number(entry) - 1) * (side === 'long' ? 1 : -1)
  return [
    price('entry', entry),
    ...(exit === null ? [] : [price('exit', exit)]),
    ...(move === undefined ? [] : [share('move', move)]),
    ...(gross === null ? [] : [{ key: 'gross', value: gross, unit }]),
    ...(currency === 'USDC' ? [fundingValue(negated(funding))] : []),
    ...(mae === null ? [] : [{ key: 'mae', value: mae, unit }]),
    ...(opened === null || closed === null ? [] : [{ key: 'held', value: String(closed - opened), unit: 'duration_ms' as const }]),
  ]
}

const MOST_TAGS = 5
