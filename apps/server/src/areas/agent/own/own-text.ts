import { amountText, groupedDecimal, MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText } from '@aerie/core/numbers/number-text'
import type { OwnResult, OwnValue } from '@aerie/wire/agent/agent-own'
import { HEADLINE_LEAST_TRADES } from '@aerie/wire/journal/journal-statistics'
import { isOwnTextKey, type OwnTextKey, ownText } from './own-words.ts'

export type BareResult = Omit<OwnResult, 'title' | 'lines' | 'notes'> & {
  /** Set of a result that is wider than closed trades. */
  readonly scope?: 'account' | 'all_trades'
  /** What a figure does not include. */
  readonly remarks?: readonly { readonly key: OwnTextKey; readonly n: number }[]
}

const SIGNED: ReadonlySet<string> = new Set([
  'net',
  'expectancy',
  'unrealised',
  'mean_slippage',
  'result',
  'realised_gross',
  'realised',
  'net_closed',
  'gross_closed',
  'unrealised_now',
  'together',
  'gross',
  'result_share',
  'mean_win',
  'unrealised_share',
  'move',
  'change_hour',
  'change_day',
  'change_week',
  'change_month',
  'unrealised_then',
  'funding_rate',
  'mean_day',
  'mean_week',
  'mean_month',
  'mean_calendar_day',
  'best_day',
  'worst_day',
  'best_week',
  'worst_week',
  'best_month',
  'worst_month',
])
const HOUR_MS = 3_600_000
const LEAST_SHARE = 0.0005
const DAY_H = 24

function plain(value: string, unit: OwnValue['unit'], language: string): string {
  const number = Number(value)
  // A size keeps its digits: 0.04705 of a coin is not 0.0471.
  if (unit === 'coins') return groupedDecimal(value)
  if (unit === 'instant_ms') return dayText(number, language)
  // A tail is never 0 or 1.
  if (unit === 'share' && number > 0 && number < LEAST_SHARE) return '<0.1%'
  if (unit === 'share' && number < 1 && number > 1 - LEAST_SHARE) return '>99.9%'
  if (unit === 'fine_share') return `${(number * 100).toPrecision(3).replace('-', MINUS)}%`
  if (unit === 'share') return `${(number * 100).toFixed(1).replace('-', MINUS)}%`
  if (unit === 'ratio') return number.toFixed(2).replace('-', MINUS)
  if (unit === 'count') return new Intl.NumberFormat('en-US').format(number)
  if (unit === 'duration_ms') return durationText(number, language)
  return unit === 'usdc' ? `${amountText(value)} USDC` : numberText(number)
}

const dayText = (ms: number, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(ms)

function durationText(ms: number, language: string): string {
  const hours = ms / HOUR_MS
  const [unit, value] = hours < 1 ? ['minute', hours * 60] : hours < 2 * DAY_H ? ['hour', hours] : ['day', hours / DAY_H]
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), unitDisplay: 'long', maximumFractionDigits: 1 }).format(
    Number(value),
  )
}

function signed({ key, value, unit }: OwnValue, language: string): string {
  const text = plain(value ?? '', unit, language)
  return SIGNED.has(key) && Number(value) > 0 ? `+${text}` : text
}

/** Value with its interval, if any (interval first for few trades), or the reason why it is unknown. */
export function ownValueText(value: OwnValue, language: string): string {
  if (value.value === null) {
    if (value.reason === 'none') return ownText('none', language)
    return `${ownText('unknown', language)}${value.reason === undefined ? '' : ` (${value.reason})`}`
  }
  // Tags are user text and are not translated.
  if (value.unit === 'word') return WORDS.has(value.key) && isOwnTextKey(value.value) ? ownText(value.value, language) : value.value
  if (value.n !== undefined) return statisticText(value, value.n, language)
  const { low, high, unit } = value
  const text = signed(value, language)
  return low === undefined || high === undefined ? text : `${text} (95%: ${plain(low, unit, language)} … ${plain(high, unit, language)})`
}

function statisticText(value: OwnValue, n: number, language: string): string {
  const { low, high, unit } = value
  const text = signed(value, language)
  const isFew = n < HEADLINE_LEAST_TRADES
  const trades = ownText(isFew ? 'few' : 'of_n', language, { n: String(n) })
  if (low === undefined || high === undefined) return isFew ? `${text} (${trades})` : text
  const interval = `${plain(low, unit, language).replace(' USDC', '')} … ${plain(high, unit, language)}`
  return isFew ? `95%: ${interval} (${text}, ${trades})` : `${text} (95%: ${interval}, ${trades})`
}

function spanText({ from, to }: NonNullable<OwnResult['span']>, language: string): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  if (from === null) return ownText('until', language, { d: format.format(new Date(`${to}T00:00:00Z`)) })
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)).replaceAll(/[\u2009\u202f]/g, ' ')
}

/** Account data states its time, because it becomes outdated. */
export function momentText(at: number, zone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
  return `${format.format(at)}, ${zone}`
}

function titleKey({ tool, asked }: BareResult): OwnTextKey {
  if (tool === 'get_price_chance') return 'chance'
  if (tool === 'get_market_figures') return `market_${asked.about ?? 'facts'}`
  if (tool === 'get_coin_comparison') return 'comparison'
  if (tool === 'get_forecast_accuracy') return 'accuracy'
  if (tool === 'get_own_alerts') return 'alerts'
  if (tool === 'get_own_what_if') return 'what_if'
  if (tool === 'get_own_position_size') return 'position_size'
  if (tool === 'get_own_account') return 'account'
  if (tool === 'get_own_positions') return 'positions'
  if (tool === 'get_own_orders') return asked.state === 'filled' ? 'fills' : asked.state === 'done' ? 'done_orders' : 'open_orders'
  return tool === 'get_own_trades' ? (asked.order ?? 'newest') : 'statistics'
}

function titleText(result: BareResult, language: string): string {
  const { asked, span, zone } = result
  const isOfTime = result.scope === undefined && (result.tool === 'get_own_statistics' || result.tool === 'get_own_trades')
  const time = span === null ? ownText('all_time', language) : `${spanText(span, language)}, ${zone}`
  const parts = [
    ownText(result.scope === undefined ? titleKey(result) : `scope_${result.scope}`, language),
    asked.ticker,
    supposedText(result),
    asked.timeframe === undefined ? undefined : durationText(asked.timeframe * HOUR_MS, language),
    asked.without && ownText('without', language, { c: asked.without.join(', ') }),
    asked.kind && ownText(`kind_${asked.kind}`, language),
    asked.order_side && ownText(asked.order_side, language),
    asked.side && ownText(asked.side, language),
    asked.result && ownText(asked.result, language),
    // "My best day" is not a single day.
    asked.by === 'weekday' ? ownText('by_weekday', language) : undefined,
    isOfTime ? time : momentText(result.at, zone, language),
    originText(result, language),
  ]
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}

/** "−10%" or the price that was supposed; the risk of a position size. */
function supposedText({ tool, asked: { percent, level } }: BareResult): string | undefined {
  if (tool !== 'get_own_what_if' && tool !== 'get_own_position_size') return undefined
  if (percent === undefined) return level === undefined ? undefined : `→ ${numberText(Number(level))}`
  const sign = tool === 'get_own_what_if' && !percent.startsWith('-') ? '+' : ''
  return `${sign}${percent.replace('-', MINUS)}%`
}

/** Labels paper accounts, and simulated and replayed prices. */
function originText({ tool, source, made_of: madeOf }: BareResult, language: string): string {
  if (tool === 'get_own_alerts') return ''
  if (!tool.startsWith('get_own_')) return source === null ? '' : ownText(`on_${source}`, language)
  const paper = (kind: 'live' | 'sim' | 'replay') => `${ownText('paper', language)}, ${ownText(`on_${kind}`, language)}`
  if (source !== null) return paper(source)
  if (madeOf === null) return ''
  const { imported, ...papers } = madeOf
  const parts = [
    ...(['live', 'sim', 'replay'] as const).flatMap((kind) => (papers[kind] > 0 ? [{ text: paper(kind), n: papers[kind] }] : [])),
    ...(imported > 0 ? [{ text: ownText('imported', language), n: imported }] : []),
  ]
  return parts.length === 1 ? (parts[0]?.text ?? '') : parts.map(({ text, n }) => `${n} × ${text}`).join('; ')
}

const labelOf = (key: string, language: string): string => (isOwnTextKey(key) ? ownText(key, language) : key)

function rowLine({ name, values }: OwnResult['rows'][number], language: string): OwnResult['lines'][number] {
  const text = values.map((value) =>
    value.unit === 'word' ? ownValueText(value, language) : `${labelOf(value.key, language)} ${ownValueText(value, language)}`,
  )
  return { label: name, text: text.join(' · ') }
}

export function ownWithText(bare: BareResult, language: string): OwnResult {
  const values = bare.values.map((value) => ({ label: labelOf(value.key, language), text: ownValueText(value, language) }))
  const lines = [...values, ...bare.rows.map((row) => rowLine(row, language))]
  const { scope: _, remarks = [], ...result } = bare
  const remarked = remarks.map(({ key, n }) => ownText(key, language, { n: String(n) }))
  return {
    ...result,
    title: titleText(bare, language),
    lines,
    notes: [...(lines.length === 0 ? [noneText(bare, language)] : notesOf(bare, language)), ...remarked],
  }
}

function notesOf({ more, compared }: BareResult, language: string): string[] {
  const byChance = ((compared ?? 0) * MISSED_SHARE).toFixed(1)
  return [
    ...(more > 0 ? [ownText('more', language, { n: String(more) })] : []),
    ...(compared === undefined || compared < 2 ? [] : [ownText('compared', language, { n: String(compared), m: byChance })]),
  ]
}

const MISSED_SHARE = 0.05

const NONE: Readonly<Record<OwnResult['tool'], OwnTextKey>> = {
  get_own_account: 'failed',
  get_own_positions: 'none_positions',
  get_own_orders: 'none_orders',
  get_own_trades: 'none_trades',
  get_own_statistics: 'none_trades',
  get_own_alerts: 'none_alerts',
  get_own_what_if: 'none_positions',
  get_own_position_size: 'failed',
  get_price_chance: 'failed',
  get_market_figures: 'failed',
  get_coin_comparison: 'failed',
  get_forecast_accuracy: 'failed',
}
const noneText = ({ tool, asked }: BareResult, language: string): string =>
  ownText(asked.state === 'filled' ? 'none_fills' : NONE[tool], language)

/** Values that are words of the product, unlike tags. */
const WORDS: ReadonlySet<string> = new Set(['side', 'mode', 'role', 'alert_state', 'regime', 'liquidation_then'])

/** Built-in answer: consists only of the result's text and numbers. */
export const ownAnswerText = ({ title, lines, notes, problem }: OwnResult): string =>
  [`${title}:`, ...(problem === undefined ? [...lines.map(({ label, text }) => `${label}: ${text}`), ...notes] : [problem])].join('\n')
