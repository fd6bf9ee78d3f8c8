import { HOUR_MS } from '@aerie/core/time'
import { dueLoop } from '../../../platform/due-loop.ts'
import type { FiringPayload } from './delivery-channel.ts'
import type { ChannelName, DeliveryOutbox, StoredDelivery } from './delivery-outbox.ts'
import { LEASE_MS, type SendDeps, sendAll } from './delivery-sending.ts'
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
