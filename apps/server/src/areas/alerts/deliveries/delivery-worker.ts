import { type Clock, DAY_MS, elapsedMs, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import type { DeliveryNotice } from '@aerie/wire/alerts/alert-notices'
import type { Notify } from '@aerie/wire/notices'
import type { FastifyBaseLogger } from 'fastify'
import { dueLoop } from '../../../platform/due-loop.ts'
import type { DeliveryChannel, FiringPayload, Outcome, Settle } from './delivery-channel.ts'
import { type ChannelName, type DeliveryOutbox, deliveryAnswer, deliveryOutbox, type StoredDelivery } from './delivery-outbox.ts'
import { type DeliverySettings, quietUntil } from './settings-repository.ts'

type Deps = SendDeps & Pick<HoldDeps, 'settingsOf'>

const BATCH = 200
type Lane = { readonly receivers: number; readonly perUser: number }
/** Concurrent receivers per channel, overall and per user, so that slow channels do not block others. */
const LANES = {
  email: { receivers: 32, perUser: 1 },
  telegram: { receivers: 32, perUser: 1 },
  push: { receivers: 48, perUser: 4 },
  webhook: { receivers: 96, perUser: 3 },
} as const satisfies Partial<Record<ChannelName, Lane>>
type LaneName = keyof typeof LANES
const LANE_NAMES = Object.keys(LANES) as LaneName[]

type Sending = { readonly userId: string; readonly done: Promise<void> }

export function deliveryWorker(deps: Deps) {
  const { outbox, clock, logger } = deps
  const inFlight = new Map<LaneName, Map<string, Sending>>(LANE_NAMES.map((name) => [name, new Map<string, Sending>()]))
  const over = new AbortController()

  const sendLane = async (channel: LaneName, sending: Map<string, Sending>): Promise<number> => {
    const { receivers, perUser } = LANES[channel]
    const room = receivers - sending.size
    if (room <= 0 || over.signal.aborted) return 0
    const now = clock.now()
    const busyReceivers = [...sending.keys()]
    const busyUsers = [...Map.groupBy(sending.values(), ({ userId }) => userId)].flatMap(([userId, mine]) =>
      mine.length >= perUser ? [userId] : [],
    )
    const leaseEnd = new Date(now + LEASE_MS)
    const rows = await outbox.claim({
      channel,
      now: new Date(now),
      leaseEnd,
      limit: BATCH,
      receivers: room,
      busyReceivers,
      perUser,
      busyUsers,
    })
    if (rows.length === 0) return 0
    const firings = await outbox.firingsOf(rows.map(({ firingId }) => firingId))
    const wanted = await withoutHeld(deps, { rows, firings, now })
    // As late as possible: a failure before this has sent nothing.
    const due = await outbox.begin(wanted.map(({ id }) => id))
    for (const [receiver, mine] of Map.groupBy(due, ({ receiverId }) => receiverId)) {
      const done = sendAll(deps, mine, firings, over.signal)
        .catch((error: unknown) => logger.error({ err: error }, 'a delivery could not be settled'))
        .finally(() => {
          sending.delete(receiver)
          loop.hint()
        })
      sending.set(receiver, { userId: mine[0]?.userId ?? '', done })
    }
    return rows.length
  }
  const sendDue = async (): Promise<number> => {
    let taken = 0
    for (const [channel, sending] of inFlight) taken += await sendLane(channel, sending)
    return taken
  }
  const loop = dueLoop({
    look: async () => {
      await sendDue()
      const next = await outbox.nextAt()
      return next && next.getTime() - clock.now()
    },
    onError: (error) => logger.error({ err: error }, 'the deliveries could not be read'),
  })
  const settled = async (): Promise<void> => {
    const sending = () => [...inFlight.values()].flatMap((lane) => [...lane.values()])
    while (sending().length > 0) await Promise.all(sending().map(({ done }) => done))
  }
  return {
    sendDue,
    settled,
    start: loop.start,
    hint: loop.hint,
    stop: async (): Promise<void> => {
      over.abort()
      await loop.stop()
      await settled()
    },
  }
}

type HoldDeps = {
  readonly outbox: Pick<DeliveryOutbox, 'hold'>
  readonly settingsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, DeliverySettings>>
}
type Due = { readonly rows: readonly StoredDelivery[]; readonly firings: ReadonlyMap<string, FiringPayload>; readonly now: number }

const URGENT: ReadonlySet<string | undefined> = new Set(['liquidation', 'liquidated', 'unprotected'])
const isUrgent = (firing: FiringPayload | undefined): boolean => URGENT.has(firing?.terms.kind)

async function withoutHeld({ outbox, settingsOf }: HoldDeps, { rows, firings, now }: Due): Promise<StoredDelivery[]> {
  const settings = await settingsOf([...new Set(rows.map(({ userId }) => userId))])
  const due: StoredDelivery[] = []
  const held = new Map<number, string[]>()
  for (const row of rows) {
    const until = isUrgent(firings.get(row.firingId)) ? undefined : heldUntil(settings.get(row.userId), row, now)
    if (until === undefined) due.push(row)
    else held.set(until, [...(held.get(until) ?? []), row.id])
  }
  for (const [until, ids] of held) await outbox.hold(ids, new Date(until))
  return due
}

const DIGEST_MS = { each: 0, hourly: HOUR_MS, daily: 24 * HOUR_MS } as const

function heldUntil(settings: DeliverySettings | undefined, row: StoredDelivery, now: number): number | undefined {
  if (settings === undefined) return undefined
  const quietEnd = settings.quietHours === null ? undefined : quietUntil(settings.quietHours, now)
  if (quietEnd !== undefined) return quietEnd
  const every = row.channel === 'email' ? DIGEST_MS[settings.mailDigest] : 0
  if (every === 0) return undefined
  const next = (Math.floor(row.createdAt.getTime() / every) + 1) * every
  return next > now ? next : undefined
}

type SendDeps = {
  readonly outbox: DeliveryOutbox
  readonly channels: Partial<Readonly<Record<ChannelName, DeliveryChannel>>>
  readonly clock: Clock
  readonly notify: Notify
  readonly logger: FastifyBaseLogger
}

/** Longer than any attempt; claims of a dead process expire after it. */
const LEASE_MS = 60 * SECOND_MS
/** Attempts must begin within this to end within the lease. */
const BEGIN_MS = LEASE_MS / 2
const MOST_ASKED_MS = DAY_MS
/** More deliveries than this for one receiver are merged into one message. */
const STORM = 3

type Group = { readonly rows: readonly StoredDelivery[]; readonly channel: DeliveryChannel | undefined }

/** In order; returns deliveries not begun in time. @throws if the outbox cannot be written */
async function sendAll(
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
