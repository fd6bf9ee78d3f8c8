import * as z from 'zod/mini'
import { riskSettings } from '../market/analytics.ts'
import { chartSettings } from '../market/charts.ts'
import { epochMsField, symbol } from '../market/market.ts'
import { present } from '../market/present.ts'
import type { DocumentKind } from './document.ts'
import { layout } from './layout.ts'
import { DOCUMENT_FIELD_MESSAGES } from './messages.ts'
import { shortcutChoices } from './shortcuts.ts'

/** Steps of the product tour. */
export const TOUR_STEPS = 5

/** Document `guide`: whether the tour was started or finished, and the current step, from 0. */
const guide = z.strictObject({
  tour: z._default(z.enum(['new', 'running', 'ended']), 'new'),
  step: z._default(z.int().check(z.gte(0), z.lte(TOUR_STEPS - 1)), 0),
})

/** Maximum watchlists per user. */
export const MOST_WATCHLISTS = 20
/** Maximum coins per watchlist. */
export const MOST_WATCHED = 200
/** Maximum watchlist name length in characters. */
export const WATCHLIST_NAME_LENGTH = 40
/** Maximum checklist items. */
export const MOST_CHECKS = 50
/** Maximum checklist item length in characters. */
export const CHECK_LENGTH = 200
/** Maximum note length in UTF-16 code units. */
export const NOTE_LENGTH = 20_000
/** Maximum coins with checklist ticks or a note. */
export const MOST_COINS_KEPT = 300

const id = z.string().check(z.regex(/^[\w-]{1,40}$/, DOCUMENT_FIELD_MESSAGES.id))
const boundedText = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/\S/, DOCUMENT_FIELD_MESSAGES.blank))
const isUnique = (items: readonly string[]): boolean => new Set(items).size === items.length
const hasAtMost =
  (most: number) =>
  (record: object): boolean =>
    Object.keys(record).length <= most

/** One of the user's watchlists, in the user's order. */
export const watchlist = z.strictObject({
  id,
  name: boundedText(WATCHLIST_NAME_LENGTH),
  symbols: z.array(symbol).check(z.maxLength(MOST_WATCHED), z.refine(isUnique, DOCUMENT_FIELD_MESSAGES.coinOnce)),
})
export type Watchlist = z.output<typeof watchlist>

/** Document `watchlists`: all watchlists, in the user's order. */
export const watchlists = z.strictObject({
  lists: z._default(
    z.array(watchlist).check(
      z.maxLength(MOST_WATCHLISTS),
      z.refine((lists) => isUnique(lists.map((list) => list.id)), DOCUMENT_FIELD_MESSAGES.idOnce),
    ),
    [],
  ),
})
export type Watchlists = z.output<typeof watchlists>

/** A checklist item. */
export const check = z.strictObject({ id, text: boundedText(CHECK_LENGTH) })
export type Check = z.output<typeof check>

/** Document `checklist`: the user's items, and tick times per coin. */
export const checklist = z.strictObject({
  /** Null: never changed, so the default list applies. */
  items: z._default(
    z.nullable(
      z.array(check).check(
        z.maxLength(MOST_CHECKS),
        z.refine((items) => isUnique(items.map((item) => item.id)), DOCUMENT_FIELD_MESSAGES.idOnce),
      ),
    ),
    null,
  ),
  ticks: z._default(
    z.record(symbol, z.record(id, epochMsField)).check(z.refine(hasAtMost(MOST_COINS_KEPT), DOCUMENT_FIELD_MESSAGES.mostCoins)),
    {},
  ),
})
export type Checklist = z.output<typeof checklist>

/** A Markdown note and its last change, by the user's clock. */
export const note = z.strictObject({ text: z.string().check(z.maxLength(NOTE_LENGTH)), changed_at: epochMsField })
export type Note = z.output<typeof note>

/** Document `notes`: a general note and one per coin. */
export const notes = z.strictObject({
  general: z._default(z.nullable(note), null),
  coins: z._default(z.record(symbol, note).check(z.refine(hasAtMost(MOST_COINS_KEPT), DOCUMENT_FIELD_MESSAGES.mostCoins)), {}),
})
export type Notes = z.output<typeof notes>

/** Body schema of each document kind. */
export const documentBodies = {
  layout,
  chart: chartSettings,
  watchlists,
  checklist,
  notes,
  shortcuts: shortcutChoices,
  present,
  risk: riskSettings,
  guide,
} as const satisfies Readonly<Record<DocumentKind, z.core.$ZodType>>

/** Body of a document of kind `K`. */
export type DocumentBody<K extends DocumentKind> = z.output<(typeof documentBodies)[K]>

const KB = 1024
/** Limits per kind: documents per user (1: only `ONLY_DOCUMENT`) and JSON bytes each. A chart's name is its coin symbol. */
export const DOCUMENT_CAPS: Readonly<Record<DocumentKind, { readonly count: number; readonly bytes: number }>> = {
  layout: { count: 100, bytes: 192 * KB },
  chart: { count: 1000, bytes: 64 * KB },
  watchlists: { count: 1, bytes: 64 * KB },
  checklist: { count: 1, bytes: 64 * KB },
  notes: { count: 1, bytes: 128 * KB },
  shortcuts: { count: 1, bytes: 16 * KB },
  present: { count: 1, bytes: 16 * KB },
  risk: { count: 1, bytes: 16 * KB },
  guide: { count: 1, bytes: KB },
}

/** Default pre-trade checklist. */
export const FIRST_CHECKS: readonly Check[] = [
  { id: 'first-market', text: 'The overall market supports this trade' },
  { id: 'first-trend', text: 'I know the trend on the next longer timeframe' },
  { id: 'first-levels', text: 'Entry, stop and target are at levels on the chart' },
  { id: 'first-reward', text: 'Reward to risk is at least 2 to 1' },
  { id: 'first-size', text: 'The size follows from the stop, and I can afford the loss' },
  { id: 'first-liquidation', text: 'Liquidation is well beyond the stop' },
  { id: 'first-depth', text: 'The order book is deep enough to exit' },
  { id: 'first-events', text: 'I know the news, unlocks and funding ahead' },
  { id: 'first-wrong', text: 'I know what would prove me wrong and what I would do' },
  { id: 'first-mind', text: 'I am not trading to win back a loss' },
]

/** The user's items, or the defaults. */
export const checksOf = ({ items }: Pick<Checklist, 'items'>): readonly Check[] => items ?? FIRST_CHECKS

/** Tick time per item for a coin, epoch ms. */
export const ticksOf = ({ ticks }: Pick<Checklist, 'ticks'>, symbol: string): Readonly<Record<string, number>> => ticks[symbol] ?? {}

/** Progress for a coin: ticked items, total, and the last tick once complete. */
export function progressOf(checklist: Checklist, symbol: string) {
  const checks = checksOf(checklist)
  const ticks = ticksOf(checklist, symbol)
  const times = checks.flatMap(({ id }) => ticks[id] ?? [])
  const isDone = checks.length > 0 && times.length === checks.length
  return { done: times.length, all: checks.length, doneAt: isDone ? Math.max(...times) : null }
}
