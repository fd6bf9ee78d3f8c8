import { SECOND_MS } from '@aerie/core/time'
import type { ChannelName } from './delivery-outbox.ts'
import { LEASE_MS, type SendDeps, sendAll } from './delivery-sending.ts'
import { dueLoop } from './due-loop.ts'
import { type HoldDeps, withoutHeld } from './held-deliveries.ts'

type Deps = SendDeps & Pick<HoldDeps, 'settingsOf'>

const BATCH = 200
type Lane = { readonly receivers: number; readonly perUser: number }
/**
 * Receivers of each channel that are sent to at a time, in all and of one user: slow ones of a channel keep no other channel waiting. What is
 * addressed to the app is in the history when it is made.
 */
const LANES = {
  email: { receivers: 32, perUser: 1 },
  telegram: { receivers: 32, perUser: 1 },
  push: { receivers: 48, perUser: 4 },
  webhook: { receivers: 96, perUser: 3 },
} as const satisfies Partial<Record<ChannelName, Lane>>
type LaneName = keyof typeof LANES
const LANE_NAMES = Object.keys(LANES) as LaneName[] // its own keys
const LOOK_MS = SECOND_MS

type Sending = { readonly userId: string; readonly done: Promise<void> }

/** Sends what is due, many receivers of each channel at a time, each receiver's in their order. */
export function deliveryWorker(deps: Deps) {
  const { outbox, clock, logger } = deps
  const inFlight = new Map<LaneName, Map<string, Sending>>(LANE_NAMES.map((name) => [name, new Map<string, Sending>()]))
  const over = new AbortController()

  /** Takes what is due on a channel and begins to send it; resolves to how many it took. */
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
    // As late as can be: what fails before has sent nothing.
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
  /** Resolves to how many were taken. */
  const sendDue = async (): Promise<number> => {
    let taken = 0
    for (const [channel, sending] of inFlight) taken += await sendLane(channel, sending)
    return taken
  }
  const loop = dueLoop({
    look: sendDue,
    everyMs: LOOK_MS,
    onError: (error) => logger.error({ err: error }, 'the deliveries could not be read'),
  })
  const settled = async (): Promise<void> => {
    const sending = () => [...inFlight.values()].flatMap((lane) => [...lane.values()])
    while (sending().length > 0) await Promise.all(sending().map(({ done }) => done))
  }
  return {
    sendDue,
    /** Resolves when all that was taken is settled. */
    settled,
    start: loop.start,
    /** There is something new. */
    hint: loop.hint,
    stop: async (): Promise<void> => {
      over.abort()
      await loop.stop()
      await settled()
    },
  }
}
