import type { TradingEvent } from '../events.ts'
import { type AccountState, emptyAccount } from '../state.ts'

/** Raised when the stored form changes, so that a reader can tell. */
export const STORED_VERSION = 1

/** JSON knows no big integers, maps and sets: each is an object with one key that nothing else has. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return { '#': String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Map) return { '#map': [...value].map(([key, one]) => [key, toJson(one)]) }
  if (value instanceof Set) return { '#set': [...value] }
  // A thousand events a second go through here: no arrays in between.
  const body: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) if (one !== undefined) body[key] = toJson(one)
  return body
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value !== 'object' || value === null) return value
  if ('#' in value) return BigInt(String(value['#']))
  if ('#map' in value && Array.isArray(value['#map']))
    return new Map(value['#map'].map(([key, one]: [unknown, unknown]) => [key, fromJson(one)]))
  if ('#set' in value && Array.isArray(value['#set'])) return new Set(value['#set'])
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fromJson(one)]))
}

/** Any part of an account's events or state as JSON holds it without loss, but for fields that are undefined. */
export const storedForm = (value: unknown): unknown => toJson(value)

/**
 * An event as it was stored; number, kind and instant are told beside it.
 *
 * @throws RangeError where this is none
 */
export function storedEvent(seq: number, kind: string, t: number, payload: unknown): TradingEvent {
  const body = fromJson(payload)
  if (typeof body !== 'object' || body === null) throw new RangeError(`Event ${seq} cannot be read`)
  return { ...body, seq, kind, t } as TradingEvent // written by storedForm from an event of this kind
}

/** An order or a position as it was stored. @throws never */
export const storedPart = <T>(value: unknown): T => fromJson(value) as T // written by storedForm from a T

/**
 * An account's state as it was stored.
 *
 * @throws RangeError where this is none
 */
export function storedState(value: unknown): AccountState {
  const read = fromJson(value)
  // What was stored before there was a dead-man switch has none.
  const state = typeof read === 'object' && read !== null ? { scheduled: null, ...read } : read
  const empty = emptyAccount()
  if (typeof state !== 'object' || state === null || !Object.keys(empty).every((key) => key in state))
    throw new RangeError('This is not the state of an account')
  return state as AccountState // it has every field, written by storedForm
}
