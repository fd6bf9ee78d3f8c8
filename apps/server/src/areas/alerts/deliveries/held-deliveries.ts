import { HOUR_MS } from '@aerie/core/time'
import type { FiringPayload } from './delivery-channel.ts'
import type { DeliveryOutbox, StoredDelivery } from './delivery-outbox.ts'
import { quietUntil } from './quiet-time.ts'
import type { DeliverySettings } from './settings-repository.ts'

export type HoldDeps = {
  readonly outbox: Pick<DeliveryOutbox, 'hold'>
  readonly settingsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, DeliverySettings>>
}
type Due = { readonly rows: readonly StoredDelivery[]; readonly firings: ReadonlyMap<string, FiringPayload>; readonly now: number }

const URGENT: ReadonlySet<string | undefined> = new Set(['liquidation', 'liquidated', 'unprotected'])
const isUrgent = (firing: FiringPayload | undefined): boolean => URGENT.has(firing?.terms.kind)

export async function withoutHeld({ outbox, settingsOf }: HoldDeps, { rows, firings, now }: Due): Promise<StoredDelivery[]> {
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
