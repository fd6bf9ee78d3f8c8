import type { TradingEvent } from '../events.ts'
import { type AccountState, emptyAccount } from '../state.ts'

/** Increment when the stored form changes. */
export const STORED_VERSION = 1

/** JSON lacks bigint, Map and Set: each is an object with one unique key. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return { '#': String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Map) return { '#map': [...value].map(([key, one]) => [key, toJson(one)]) }
  if (value instanceof Set) return { '#set': [...value] }
  // Hot path, a thousand events a second: avoid intermediate arrays.
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

/** Lossless JSON form of events or state, except undefined fields. */
export const storedForm = (value: unknown): unknown => toJson(value)

/** Restores an event from its stored body, number, kind and time. @throws RangeError if invalid */
export function storedEvent(seq: number, kind: string, t: number, payload: unknown): TradingEvent {
  const body = fromJson(payload)
  if (typeof body !== 'object' || body === null) throw new RangeError(`Event ${seq} cannot be read`)
  return { ...body, seq, kind, t } as TradingEvent
}

/** Restores an order or a position. */
export const storedPart = <T>(value: unknown): T => fromJson(value) as T

/** Restores an account's state. @throws RangeError if invalid */
export function storedState(value: unknown): AccountState {
  const read = fromJson(value)
  // Older data has neither a dead-man switch nor unprotected positions.
  const state = typeof read === 'object' && read !== null ? { scheduled: null, unprotected: new Map(), ...read } : read
  const empty = emptyAccount()
  if (typeof state !== 'object' || state === null || !Object.keys(empty).every((key) => key in state))
    throw new RangeError('This is not the state of an account')
  return state as AccountState
}
