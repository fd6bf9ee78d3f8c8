import { type Clock, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import type { DeliveryNotice } from '@aerie/wire/alert-notices'
import type { Notify } from '@aerie/wire/notices'
import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryChannel, Outcome, ToldFiring } from './delivery-channel.ts'
import { type ChannelName, type DeliveryOutbox, deliveryAnswer, deliveryOutbox, type StoredDelivery } from './delivery-outbox.ts'
import { quietUntil } from './quiet-time.ts'
import type { DeliverySettings } from './settings-repository.ts'

type Deps = {
  readonly outbox: DeliveryOutbox
  readonly channels: Partial<Readonly<Record<ChannelName, DeliveryChannel>>>
  readonly settingsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, DeliverySettings>>
  readonly clock: Clock
  readonly notify: Notify
  readonly logger: FastifyBaseLogger
}

const BATCH = 200
const MOST_IN_FLIGHT = 64
/** Longer than any attempt; a process that died gives its deliveries back after it. */
const LEASE_MS = 60 * SECOND_MS
const LOOK_MS = SECOND_MS
/** More than so many at once for one receiver are told as one. */
const STORM = 3

/** What is sent together: to one receiver, of one channel. */
type Group = { readonly rows: readonly StoredDelivery[]; readonly channel: DeliveryChannel | undefined }

/** Sends what is due, many receivers at a time, each receiver's in their order. */
export function deliveryWorker(deps: Deps) {
  const { outbox, clock, logger } = deps
  const inFlight = new Map<string, Promise<void>>()
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStarted = false
  let isHinted = false

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (!isStarted) return
    timer = setTimeout(look, ms)
    timer.unref()
  }
  const look = (): void => {
    isHinted = looking !== undefined
    if (looking !== undefined) return
    looking = sendDue()
      .then(() => undefined)
      .catch((error: unknown) => logger.error({ err: error }, 'the deliveries could not be read'))
      .finally(() => {
        looking = undefined
        schedule(isHinted ? 0 : LOOK_MS)
      })
  }
  /** Takes what is due and begins to send it; resolves to how many it took. */
  const sendDue = async (): Promise<number> => {
    const room = MOST_IN_FLIGHT - inFlight.size
    if (room <= 0 || over.signal.aborted) return 0
    const now = clock.now()
    const busyReceivers = [...inFlight.keys()]
    const rows = await outbox.claim({ now: new Date(now), leaseEnd: new Date(now + LEASE_MS), limit: BATCH, busyReceivers })
    if (rows.length === 0) return 0
    const due = await heldBack(deps, rows, now)
    const firings = await outbox.firingsOf(due.map(({ firingId }) => firingId))
    for (const [receiver, mine] of Map.groupBy(due, ({ receiverId }) => receiverId)) {
      const work = sendAll(deps, mine, firings, over.signal)
        .catch((error: unknown) => logger.error({ err: error }, 'a delivery could not be settled'))
        .finally(() => {
          inFlight.delete(receiver)
          if (isStarted) look()
        })
      inFlight.set(receiver, work)
    }
    return rows.length
  }
  const settled = async (): Promise<void> => {
    while (inFlight.size > 0) await Promise.all(inFlight.values())
  }
  return {
    sendDue,
    /** Resolves when all that was taken is settled. */
    settled,
    start: (): void => {
      isStarted = true
      look()
    },
    /** There is something new. */
    hint: (): void => {
      if (isStarted) look()
    },
    stop: async (): Promise<void> => {
      isStarted = false
      clearTimeout(timer)
      over.abort()
      await looking
      await settled()
    },
  }
}

const isUrgent = (firing: ToldFiring | undefined): boolean => firing?.terms.kind === 'liquidation'

/** Puts back what has to wait for the end of quiet hours, or for the next digest; the rest is returned. */
async function heldBack({ outbox, settingsOf }: Deps, rows: readonly StoredDelivery[], now: number): Promise<StoredDelivery[]> {
  const [settings, firings] = await Promise.all([
    settingsOf([...new Set(rows.map(({ userId }) => userId))]),
    outbox.firingsOf(rows.map(({ firingId }) => firingId)),
  ])
  const due: StoredDelivery[] = []
  const held = new Map<number, string[]>()
  for (const row of rows) {
    const until = isUrgent(firings.get(row.firingId)) ? undefined : heldUntil(settings.get(row.userId), row, now)
    if (until === undefined) due.push(row)
    else held.set(until, [...(held.get(until) ?? []), row.id])
  }
  for (const [until, ids] of held) await outbox.giveBack(ids, new Date(until), 'held')
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

async function sendAll(
  deps: Deps,
  rows: readonly StoredDelivery[],
  firings: ReadonlyMap<string, ToldFiring>,
  signal: AbortSignal,
): Promise<void> {
  const until = deps.clock.now() + LEASE_MS / 2
  for (const group of groupsOf(deps, rows)) {
    const ids = group.rows.map(({ id }) => id)
    // Others may take it again once the lease is over: what was not begun by then goes back.
    if (signal.aborted || deps.clock.now() > until) await deps.outbox.giveBack(ids, new Date(deps.clock.now()))
    else await sendGroup(deps, group, firings, signal)
  }
}

function groupsOf({ channels }: Deps, rows: readonly StoredDelivery[]): Group[] {
  return [...Map.groupBy(rows, ({ channel }) => channel)].flatMap(([name, mine]) => {
    const channel = channels[name]
    const isOne = channel?.takesDigests === true && mine.length > STORM
    return isOne ? [{ rows: mine, channel }] : mine.map((row) => ({ rows: [row], channel }))
  })
}

async function sendGroup(
  deps: Deps,
  { rows, channel }: Group,
  firings: ReadonlyMap<string, ToldFiring>,
  signal: AbortSignal,
): Promise<void> {
  const { outbox, clock } = deps
  const [first] = rows
  if (first === undefined) return
  const ids = rows.map(({ id }) => id)
  const told = rows.flatMap(({ firingId }) => firings.get(firingId) ?? [])
  const letter = { id: first.id, userId: first.userId, receiverId: first.receiverId, firings: told }
  const sentNow = (receipt: string) => ({
    state: 'sent' as const,
    nextAt: null,
    problem: null,
    receipt,
    sentAt: new Date(clock.now()),
    isBegun: false,
  })
  const settle: Parameters<DeliveryChannel['send']>[2] = (tx, receipt) => deliveryOutbox(tx).settle(ids, sentNow(receipt))
  const outcome = channel === undefined ? NOT_HERE : await attempt(deps, () => channel.send(letter, signal, settle))
  if (signal.aborted && outcome.kind === 'failed') return outbox.giveBack(ids, new Date(clock.now()))
  const mayRepeat = rows.some((row) => row.mayRepeat) && channel?.knowsRepetition === false
  if (outcome.kind !== 'stored') await outbox.settle(ids, { ...changeOf(outcome, first, channel, clock.now(), sentNow), mayRepeat })
  await tell(deps, first.userId, ids)
}

const NOT_HERE: Outcome = { kind: 'refused', problem: 'This server has no such channel.' }

async function attempt({ logger }: Deps, send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send()
  } catch (error) {
    logger.warn({ err: error }, 'a delivery failed in a way that nobody expected')
    return { kind: 'failed', problem: 'Something went wrong on our side.' }
  }
}

type SentNow = (receipt: string) => Parameters<DeliveryOutbox['settle']>[1]

function changeOf(
  outcome: Exclude<Outcome, { kind: 'stored' }>,
  { attempts }: StoredDelivery,
  channel: DeliveryChannel | undefined,
  now: number,
  sentNow: SentNow,
): Parameters<DeliveryOutbox['settle']>[1] {
  if (outcome.kind === 'sent') return sentNow(outcome.receipt)
  const { problem } = outcome
  const wait = outcome.kind === 'failed' ? channel?.schedule[attempts - 1] : undefined
  if (wait === undefined || outcome.kind === 'refused') return { state: 'dead', nextAt: null, problem }
  return { state: 'waiting', nextAt: new Date(now + Math.max(wait, outcome.retryAfterMs ?? 0)), problem }
}

/** Tells a user's windows of what ended; a storm of them is one notice: the list is to be read again. */
async function tell({ outbox, notify }: Deps, userId: string, ids: readonly string[]): Promise<void> {
  const [only] = ids.length === 1 ? await outbox.find(ids) : []
  if (only !== undefined && only.delivery.state === 'waiting') return
  notify(userId, { kind: 'delivery', data: { delivery: only === undefined ? null : deliveryAnswer(only) } satisfies DeliveryNotice })
}
