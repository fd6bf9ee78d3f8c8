import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { recordKeys } from '@aerie/core/record-keys'
import { type AlertKind, alertKind, type VOLATILITY_REGIMES } from '@aerie/wire/alerts/alert-kinds'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { ALERT_CHANNELS, type AlertChannel } from '@aerie/wire/alerts/alerts'
import { TIMES } from '../../platform/browser/typed-decimal.ts'

export type AlertDirection = 'above' | 'below' | 'cross'

export type AlertDraft = {
  readonly kind: AlertKind
  /** Empty: any coin, for kinds that watch the account. */
  readonly symbol: string
  readonly direction: AlertDirection
  readonly level: string
  readonly percent: string
  readonly windowS: number
  readonly ratio: string
  readonly regime: (typeof VOLATILITY_REGIMES)[number]
  readonly hours: number
  readonly quantile: number
  readonly repeat: 'once' | 'every'
  readonly cooldownS: number
  /** Local time in `datetime-local` format; empty: never. */
  readonly expires: string
  readonly note: string
  readonly channels: readonly AlertChannel[]
}

export const NEW_ALERT: AlertDraft = {
  kind: 'price',
  symbol: 'BTC',
  direction: 'above',
  level: '',
  percent: '5',
  windowS: 3600,
  ratio: '3',
  regime: 'high',
  hours: 24,
  quantile: 0.5,
  repeat: 'once',
  cooldownS: 3600,
  expires: '',
  note: '',
  channels: ['app'],
}

export type AlertRequest = {
  readonly kind: AlertKind
  readonly symbol?: string
  readonly direction?: AlertDirection
  readonly level?: string
  readonly percent?: string
  readonly window_s?: number
  readonly ratio?: string
  readonly regime?: AlertDraft['regime']
  readonly hours?: number
  readonly quantile?: string
  readonly repeat: 'once' | 'every'
  readonly cooldown_s?: number
  readonly expires_at?: string
  readonly note?: string
  readonly channels: AlertChannel[]
}

export type AlertField = 'symbol' | 'level' | 'percent' | 'ratio' | 'expires' | 'channels' | 'note'
export type DraftProblems = Readonly<Partial<Record<AlertField, string | undefined>>>
export type DraftRead = { readonly ok: true; readonly body: AlertRequest } | { readonly ok: false; readonly problems: DraftProblems }

type KindForm = {
  readonly title: string
  readonly description: string
  readonly fields: readonly (keyof AlertDraft)[]
  /** Label, unit and highest value of the field `percent`, where it is not "By" a percentage. */
  readonly percent?: { readonly label: string; readonly unit: string; readonly most: number }
}

/** The form of each kind of alert. */
export const KIND_FORMS: Readonly<Record<AlertKind, KindForm>> = {
  price: {
    title: 'Price',
    description: 'The price rises above a level, falls below it, or crosses it.',
    fields: ['symbol', 'direction', 'level'],
  },
  change: {
    title: 'Change',
    description: 'The price rises or falls by a percentage within a set time.',
    fields: ['symbol', 'direction', 'percent', 'windowS'],
  },
  volume: {
    title: 'Volume',
    description: 'The trading volume rises above its usual level.',
    fields: ['symbol', 'ratio', 'windowS'],
  },
  volatility: {
    title: 'Volatility',
    description: 'The volatility of a coin enters a regime.',
    fields: ['symbol', 'regime'],
  },
  forecast: {
    title: 'Forecast',
    description: 'The median or a band of the forecast crosses a level.',
    fields: ['symbol', 'hours', 'quantile', 'direction', 'level'],
  },
  order_filled: { title: 'Order filled', description: 'One of your orders is filled.', fields: ['symbol'] },
  liquidation: {
    title: 'Near liquidation',
    description: 'The price comes close to the liquidation price of a position.',
    fields: ['symbol', 'percent'],
    percent: { label: 'Within', unit: '% of liquidation', most: 100 },
  },
  unlock: { title: 'Staking unlock', description: 'Unstaked AERIE can be withdrawn.', fields: [] },
}

export const isOfAccount = (kind: AlertKind): boolean => !alertKind(kind).needs.includes('symbol')

const NOTE_MAX = 500

function readDecimal(text: string, field: keyof typeof MOST): { readonly value: string } | { readonly problem: string } {
  const typed = parseTypedNumber(text, { units: UNITS[field], isSigned: true })
  if (typed.kind === 'wrong') return { problem: typed.problem }
  if (typed.kind === 'empty') return { problem: 'Enter a number, such as 70000.' }
  const value = Number(typed.text)
  if (!(value > 0)) return { problem: 'Enter a value above 0.' }
  return value > MOST[field] ? { problem: `At most ${MOST[field].toLocaleString('en-US')}.` } : { value: typed.text }
}

const MOST = { level: 1e15, percent: 1_000_000, ratio: 1_000_000 } as const
const UNITS: Readonly<Record<keyof typeof MOST, readonly string[]>> = { level: DOLLARS, percent: ['%'], ratio: TIMES }

/** @param now epoch ms; an expiry must be later */
export function readDraft(draft: AlertDraft, now: number): DraftRead {
  const { decimals, problems: wrongDecimals } = readDecimals(draft)
  const problems = { ...wrongDecimals, ...problemsOf(draft, decimals, now) }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, body: requestOf(draft, decimals) }
}

type Decimals = Readonly<Partial<Record<keyof typeof MOST, string>>>

function readDecimals(draft: AlertDraft): { readonly decimals: Decimals; readonly problems: DraftProblems } {
  const decimals: Partial<Record<keyof typeof MOST, string>> = {}
  const problems: Partial<Record<AlertField, string>> = {}
  for (const field of recordKeys(MOST)) {
    if (!KIND_FORMS[draft.kind].fields.includes(field)) continue
    const read = readDecimal(draft[field], field)
    if ('problem' in read) problems[field] = read.problem
    else decimals[field] = read.value
  }
  return { decimals, problems }
}

function problemsOf({ kind, symbol, expires, note, channels }: AlertDraft, { percent }: Decimals, now: number): DraftProblems {
  const mostPercent = KIND_FORMS[kind].percent?.most ?? MOST.percent
  const isCoinNeeded = KIND_FORMS[kind].fields.includes('symbol') && !isOfAccount(kind)
  return {
    ...(isCoinNeeded && symbol === '' ? { symbol: 'Choose a coin.' } : {}),
    ...(Number(percent ?? 0) > mostPercent ? { percent: `At most ${mostPercent}.` } : {}),
    ...(expires !== '' && !(Date.parse(expires) > now) ? { expires: 'Choose a time in the future.' } : {}),
    ...(note.length > NOTE_MAX ? { note: `At most ${NOTE_MAX} characters.` } : {}),
    ...(channels.length === 0 ? { channels: 'Choose at least one.' } : {}),
  }
}

function requestOf(draft: AlertDraft, decimals: Decimals): AlertRequest {
  const { kind, repeat, expires, note, channels } = draft
  const ofKind: Partial<AlertRequest> = {
    ...(draft.symbol === '' ? {} : { symbol: draft.symbol }),
    direction: draft.direction,
    window_s: draft.windowS,
    regime: draft.regime,
    hours: draft.hours,
    quantile: String(draft.quantile),
  }
  const fields = new Set<string>(KIND_FORMS[kind].fields.map((field) => (field === 'windowS' ? 'window_s' : field)))
  return {
    ...Object.fromEntries(Object.entries(ofKind).filter(([field]) => fields.has(field))),
    ...decimals,
    kind,
    repeat,
    ...(repeat === 'every' ? { cooldown_s: draft.cooldownS } : {}),
    ...(expires === '' ? {} : { expires_at: new Date(expires).toISOString() }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    channels: ALERT_CHANNELS.filter((channel) => channels.includes(channel)),
  }
}

/** Whether a price alert is already true at `price`: it then fires only after being false once. Null for other kinds. */
export function isTrueAt({ kind, direction, level }: AlertDraft, price: number | null): boolean | null {
  const read = readDecimal(level, 'level')
  if (kind !== 'price' || price === null || direction === 'cross' || 'problem' in read) return null
  return direction === 'above' ? price > Number(read.value) : price < Number(read.value)
}

export function localInputText(ms: number): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const draftOf = (alert: AlertRow): AlertDraft => ({
  kind: alert.kind,
  symbol: alert.symbol ?? '',
  direction: alert.direction ?? 'cross',
  level: alert.level ?? '',
  percent: alert.percent ?? NEW_ALERT.percent,
  windowS: alert.window_s ?? NEW_ALERT.windowS,
  ratio: alert.ratio ?? NEW_ALERT.ratio,
  regime: alert.regime ?? NEW_ALERT.regime,
  hours: alert.hours ?? NEW_ALERT.hours,
  quantile: Number(alert.quantile ?? NEW_ALERT.quantile),
  repeat: alert.repeat,
  cooldownS: alert.cooldown_s ?? 0,
  expires: alert.expires_at === undefined ? '' : localInputText(Date.parse(alert.expires_at)),
  note: alert.note ?? '',
  channels: alert.channels,
})
