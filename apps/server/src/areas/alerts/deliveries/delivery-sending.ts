import { type Clock, DAY_MS, elapsedMs, SECOND_MS } from '@aerie/core/time'
import type { DeliveryNotice } from '@aerie/wire/alerts/alert-notices'
import type { Notify } from '@aerie/wire/notices'
import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryChannel, FiringPayload, Outcome, Settle } from './delivery-channel.ts'
import { type ChannelName, type DeliveryOutbox, deliveryAnswer, deliveryOutbox, type StoredDelivery } from './delivery-outbox.ts'

export type SendDeps = {
  readonly outbox: DeliveryOutbox
  readonly channels: Partial<Readonly<Record<ChannelName, DeliveryChannel>>>
  readonly clock: Clock
  readonly notify: Notify
  readonly logger: FastifyBaseLogger
}

/** Longer than any attempt; claims of a dead process expire after it. */
export const LEASE_MS = 60 * SECOND_MS
/** Attempts must begin within this to end within the lease. */
const BEGIN_MS = LEASE_MS / 2
const MOST_ASKED_MS = DAY_MS
/** More deliveries than this for one receiver are merged into one message. */
const STORM = 3

type Group = { readonly rows: readonly StoredDelivery[]; readonly channel: DeliveryChannel | undefined }

/** In order; returns deliveries not begun in time. @throws if the outbox cannot be written */
export async function sendAll(
  deps: SendDeps,
  rows: readonly StoredDelivery[],
  firings: ReadonlyMap<string, FiringPayload>,
  signal: AbortSignal,
): Promise<void> {
  const until = elapsedMs(deps.clock) + BEGIN_MS
  for (const group of groupsOf(deps, rows)) {
    const ids = group.rows.map(({ id }) => id)
    // After the lease others may claim it, so return what was not begun.
    if (signal.aborted || elapsedMs(deps.clock) > until) await deps.outbox.giveBack(ids, new Date(deps.clock.now()))
    else await sendGroup(deps, group, firings, signal)
  }
}

function groupsOf({ channels }: SendDeps, rows: readonly StoredDelivery[]): Group[] {
  return [...Map.groupBy(rows, ({ channel }) => channel)].flatMap(([name, mine]) => {
    const channel = channels[name]
    const isOne = channel?.takesDigests === true && mine.length > STORM
    return isOne ? [{ rows: mine, channel }] : mine.map((row) => ({ rows: [row], channel }))
  })
}

async function sendGroup(
  deps: SendDeps,
  { rows, channel }: Group,
  firings: ReadonlyMap<string, FiringPayload>,
  signal: AbortSignal,
): Promise<void> {
  const { outbox, clock } = deps
  const [first] = rows
  if (first === undefined) return
  const ids = rows.map(({ id }) => id)
  const rowFirings = rows.flatMap(({ firingId }) => firings.get(firingId) ?? [])
  const message = { id: first.id, userId: first.userId, receiverId: first.receiverId, firings: rowFirings }
  const settle: Settle = (tx, receipt) => deliveryOutbox(tx).settle(ids, sentAt(clock.now(), receipt))
  const outcome = channel === undefined ? NOT_HERE : await attempt(deps, () => channel.send(message, signal, settle))
  if (outcome.kind === 'postponed') return outbox.giveBack(ids, new Date(clock.now() + outcome.afterMs))
  if (signal.aborted && outcome.kind === 'failed') return outbox.giveBack(ids, new Date(clock.now()))
  const mayRepeat = rows.some((row) => row.mayRepeat) && channel?.knowsRepetition === false
  const ended = { attempts: first.attempts, schedule: channel?.schedule ?? [], now: clock.now() }
  if (outcome.kind !== 'stored') await outbox.settle(ids, { ...changeOf(outcome, ended), mayRepeat })
  await notifyUser(deps, first.userId, ids)
}

const NOT_HERE: Outcome = { kind: 'refused', problem: 'This channel is not available on this server.' }

async function attempt({ logger }: SendDeps, send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send()
  } catch (error) {
    logger.warn({ err: error }, 'a delivery failed in a way that nobody expected')
    return { kind: 'failed', problem: 'Something went wrong on our side.' }
  }
}

type Change = Parameters<DeliveryOutbox['settle']>[1]
type Attempt = { readonly attempts: number; readonly schedule: readonly number[]; readonly now: number }

const sentAt = (now: number, receipt: string): Change => ({
  state: 'sent',
  nextAt: null,
  problem: null,
  receipt,
  sentAt: new Date(now),
  isBegun: false,
})

function changeOf(outcome: Exclude<Outcome, { kind: 'stored' | 'postponed' }>, { attempts, schedule, now }: Attempt): Change {
  if (outcome.kind === 'sent') return sentAt(now, outcome.receipt)
  const { problem } = outcome
  const wait = outcome.kind === 'failed' ? schedule[attempts - 1] : undefined
  if (wait === undefined || outcome.kind === 'refused') return { state: 'dead', nextAt: null, problem }
  return { state: 'waiting', nextAt: new Date(now + Math.max(wait, Math.min(outcome.retryAfterMs ?? 0, MOST_ASKED_MS))), problem }
}

async function notifyUser({ outbox, notify }: SendDeps, userId: string, ids: readonly string[]): Promise<void> {
  const [only] = ids.length === 1 ? await outbox.find(ids) : []
  if (only !== undefined && only.delivery.state === 'waiting') return
  notify(userId, { kind: 'delivery', data: { delivery: only === undefined ? null : deliveryAnswer(only) } satisfies DeliveryNotice })
}
