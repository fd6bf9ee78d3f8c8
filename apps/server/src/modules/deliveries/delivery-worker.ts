import { SECOND_MS } from '@aerie/core/time'
import { LEASE_MS, type SendDeps, sendAll } from './delivery-sending.ts'
import { dueLoop } from './due-loop.ts'
import { type HoldDeps, withoutHeld } from './held-deliveries.ts'

type Deps = SendDeps & Pick<HoldDeps, 'settingsOf'>

const BATCH = 200
/** Receivers that are sent to at a time. */
const MOST_IN_FLIGHT = 64
const LOOK_MS = SECOND_MS

/** Sends what is due, many receivers at a time, each receiver's in their order. */
export function deliveryWorker(deps: Deps) {
  const { outbox, clock, logger } = deps
  const inFlight = new Map<string, Promise<void>>()
  const over = new AbortController()

  /** Takes what is due and begins to send it; resolves to how many it took. */
  const sendDue = async (): Promise<number> => {
    const room = MOST_IN_FLIGHT - inFlight.size
    if (room <= 0 || over.signal.aborted) return 0
    const now = clock.now()
    const busyReceivers = [...inFlight.keys()]
    const leaseEnd = new Date(now + LEASE_MS)
    const rows = await outbox.claim({ now: new Date(now), leaseEnd, limit: BATCH, receivers: room, busyReceivers })
    if (rows.length === 0) return 0
    const firings = await outbox.firingsOf(rows.map(({ firingId }) => firingId))
    const wanted = await withoutHeld(deps, { rows, firings, now })
    // As late as can be: what fails before has sent nothing.
    const due = await outbox.begin(wanted.map(({ id }) => id))
    for (const [receiver, mine] of Map.groupBy(due, ({ receiverId }) => receiverId)) {
      const work = sendAll(deps, mine, firings, over.signal)
        .catch((error: unknown) => logger.error({ err: error }, 'a delivery could not be settled'))
        .finally(() => {
          inFlight.delete(receiver)
          loop.hint()
        })
      inFlight.set(receiver, work)
    }
    return rows.length
  }
  const loop = dueLoop({
    look: sendDue,
    everyMs: LOOK_MS,
    onError: (error) => logger.error({ err: error }, 'the deliveries could not be read'),
  })
  const settled = async (): Promise<void> => {
    while (inFlight.size > 0) await Promise.all(inFlight.values())
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
