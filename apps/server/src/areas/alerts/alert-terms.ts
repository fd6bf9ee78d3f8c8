import { plainDecimal } from '@aerie/core/numbers/plain-decimal'
import type { AlertKind } from '@aerie/wire/alerts/alert-kinds'
import type { AlertPatch, AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { type AlertBody, alertBody } from '@aerie/wire/alerts/alerts'
import * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'

/** `unavailable`: reasons for kinds that cannot be watched. */
export type Watchable = {
  readonly isCoin: (symbol: string) => boolean
  readonly unavailable: (kind: AlertKind, symbol: string | undefined) => string | undefined
}

/** Volumes are known per minute. */
const LEAST_VOLUME_WINDOW_S = 60
/** Later dates are treated as mistakes. */
const CENTURY_MS = 100 * 366 * 86_400_000
// Removes control, bidirectional and invisible characters and lone surrogates; keeps line breaks and tabs.
const UNSEEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** Numbers as text, defaults filled in. @throws AppError bad_input or rule_broken */
export function termsOf(body: AlertBody, now: number, { isCoin, unavailable }: Watchable): AlertTerms {
  refuseUnwatchable(body, { isCoin, unavailable })
  refuseWindow(body)
  refuseSilence(body)
  const { level, percent, ratio, quantile, repeat = 'once', expires_at } = body
  return {
    ...definedParts({
      symbol: body.symbol,
      direction: body.direction,
      window_s: body.window_s,
      regime: body.regime,
      hours: body.hours,
      cooldown_s: body.cooldown_s,
      expires_at: expires_at === undefined ? undefined : futureInstant(expires_at, now),
      level: figure(level),
      percent: figure(percent),
      ratio: figure(ratio),
      quantile: figure(quantile),
    }),
    kind: body.kind,
    repeat,
    ...deliveryTermsOf(body),
  }
}

function deliveryTermsOf({ note, channels = ['app'] }: AlertBody): Pick<AlertTerms, 'note' | 'channels'> {
  const text = note?.replaceAll(UNSEEN, '').trim()
  return { ...definedParts({ note: text === '' ? undefined : text }), channels: [...new Set(channels)] }
}

/** Skips validation of the condition and expiry. @throws AppError bad_input */
export function retoldTerms(terms: AlertTerms, { note, channels }: AlertPatch): AlertTerms {
  const body = patchedBody(terms, { note, channels })
  refuseSilence(body)
  const { note: _note, channels: _channels, ...watched } = terms
  return { ...watched, ...deliveryTermsOf(body) }
}

const figure = (value: number | undefined): string | undefined => (value === undefined ? undefined : plainDecimal(value))

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const definedParts = <T extends object>(parts: T): Defined<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Defined<T>

function futureInstant(text: string, now: number): string {
  const at = Date.parse(text)
  if (!(at > now && at < now + CENTURY_MS))
    throw new AppError('bad_input', {
      detail: 'The end date is in the past or too far in the future.',
      errors: { expires_at: ['in the future, within a century'] },
    })
  return new Date(at).toISOString()
}

function refuseUnwatchable({ kind, symbol }: AlertBody, { isCoin, unavailable }: Watchable): void {
  if (symbol !== undefined && !isCoin(symbol))
    throw new AppError('bad_input', {
      detail: `There is no coin ${symbol} in the catalogue.`,
      errors: { symbol: ['not in the catalogue'] },
    })
  const reason = unavailable(kind, symbol)
  if (reason !== undefined) throw new AppError('rule_broken', { detail: reason, reason: 'kind_unavailable' })
}

function refuseWindow({ kind, window_s = 0 }: AlertBody): void {
  if (kind === 'volume' && window_s < LEAST_VOLUME_WINDOW_S)
    throw new AppError('bad_input', {
      detail: 'Volume is measured by the minute. Choose at least 60 seconds.',
      errors: { window_s: ['at least 60 for volume'] },
    })
}

function refuseSilence({ channels }: AlertBody): void {
  if (channels?.length === 0)
    throw new AppError('bad_input', {
      detail: 'Choose at least one channel, or leave the list out for the app.',
      errors: { channels: ['at least one'] },
    })
}

/** @throws never for what `termsOf` returned */
export const bodyOf = (terms: AlertTerms): AlertBody => z.parse(alertBody, terms)

/** Null removes a field. @throws AppError bad_input */
export function patchedBody(terms: AlertTerms, { paused: _paused, ...patch }: AlertPatch): AlertBody {
  const merged = Object.entries({ ...terms, ...definedParts(patch) }).filter(([, value]) => value !== null)
  return parseBody(Object.fromEntries(merged))
}

export function parseBody(given: unknown): AlertBody {
  const parsed = z.safeParse(alertBody, given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20)
  const errors = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]]))
  const [first] = issues
  throw new AppError('bad_input', { detail: `This alert is not valid: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}.`, errors })
}

/** Fields that affect when an alert fires: changing one restarts it. */
export const watchedPart = ({ note: _n, channels: _c, ...terms }: AlertTerms): string =>
  JSON.stringify(Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)))
