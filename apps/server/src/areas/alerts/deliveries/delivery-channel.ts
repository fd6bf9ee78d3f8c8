import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import type { Db } from '../../../platform/db/client.ts'

export type Message = {
  /** Id of the (first) delivery; lets receivers detect duplicates. */
  readonly id: string
  readonly userId: string
  readonly receiverId: string
  /** Null for a test message; several for a digest. */
  readonly firings: readonly FiringPayload[] | null
}
export type FiringPayload = Pick<
  AlertFiring,
  'id' | 'alert' | 'title' | 'text' | 'at' | 'seen_at' | 'is_late' | 'value' | 'threshold' | 'source' | 'source_kind' | 'terms'
>

/** `stored`: the channel marked the deliveries itself in its own transaction. `refused`: permanent failure. */
export type Outcome =
  | { readonly kind: 'sent'; readonly receipt: string }
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly problem: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'refused'; readonly problem: string }
  /** Not attempted because others are first; does not count as an attempt. */
  | { readonly kind: 'postponed'; readonly afterMs: number }

export type DeliveryChannel = {
  readonly schedule: readonly number[]
  readonly takesDigests: boolean
  /** Whether receivers deduplicate by message id. */
  readonly knowsRepetition: boolean
  /** @throws on unexpected errors, which count as failed */
  readonly send: (message: Message, signal: AbortSignal, settle: Settle) => Promise<Outcome>
}
export type Settle = (tx: Db, receipt: string) => Promise<void>

const S = 1_000
const M = 60 * S
const H = 60 * M
/** Source: Standard Webhooks, "Retry schedule"; the first attempt is immediate. */
export const WEBHOOK_SCHEDULE = [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H] as const
/** For messages read by people: outdated ones are useless. */
export const MESSAGE_SCHEDULE = [5 * S, 30 * S, 5 * M, 30 * M, 2 * H] as const
