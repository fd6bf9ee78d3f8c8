import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import type { Db } from '../../db/client.ts'

/** What is told, as a worker hands it to a channel. */
export type Message = {
  /** Of the (first) delivery: names it towards receivers that know repetitions. */
  readonly id: string
  readonly userId: string
  /** The webhook or the browser; else the user. */
  readonly receiverId: string
  /** Null for a test message. Several: a digest. */
  readonly firings: readonly FiringPayload[] | null
}
/** A firing as channels tell it. */
export type FiringPayload = Pick<
  AlertFiring,
  'id' | 'alert' | 'title' | 'text' | 'at' | 'seen_at' | 'is_late' | 'value' | 'threshold' | 'source' | 'source_kind' | 'terms'
>

/**
 * How an attempt ended. `stored`: the channel has marked the deliveries itself, in the transaction that did its work. `refused`: the same
 * again would be refused again.
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly receipt: string }
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly problem: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'refused'; readonly problem: string }
  /** Not tried: others are before it. It counts as no attempt. */
  | { readonly kind: 'postponed'; readonly afterMs: number }

/** A way to reach a user. */
export type DeliveryChannel = {
  /** Waits after the first, second, … failure, in milliseconds; after the last, it is given up. */
  readonly schedule: readonly number[]
  /** Whether many firings become one message; else each is sent. */
  readonly takesDigests: boolean
  /** Whether a receiver knows a repetition by the message's id. */
  readonly knowsRepetition: boolean
  /** One attempt. @throws what nobody expected: it counts as failed */
  readonly send: (message: Message, signal: AbortSignal, settle: Settle) => Promise<Outcome>
}
/** Marks the deliveries of a message as sent, over a transaction of the channel. */
export type Settle = (tx: Db, receipt: string) => Promise<void>

const S = 1_000
const M = 60 * S
const H = 60 * M
/** Source: Standard Webhooks, "Retry schedule"; the first attempt is at once. */
export const WEBHOOK_SCHEDULE = [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H] as const
/** For a message that somebody is to read: old news is none. */
export const MESSAGE_SCHEDULE = [5 * S, 30 * S, 5 * M, 30 * M, 2 * H] as const
