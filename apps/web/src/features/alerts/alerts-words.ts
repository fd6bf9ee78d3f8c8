import type { AlertFiring, AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { AlertChannel } from '@aerie/wire/alerts/alerts'
import type { DeliveryState } from '../../alerts/delivery-calls.ts'
import { clockText, dateText, momentText } from '../../market-views/forecast/forecast-text.ts'

export const CHANNEL_LABELS: Readonly<Record<AlertChannel, string>> = {
  app: 'App',
  email: 'E-mail',
  telegram: 'Telegram',
  push: 'Browser push',
  webhook: 'Webhook',
}

export const STATE_LABELS: Readonly<Record<AlertRow['state'], string>> = {
  active: 'Active',
  paused: 'Paused',
  done: 'Fired',
  expired: 'Expired',
}

export const DELIVERY_TEXT: Readonly<Record<DeliveryState, { readonly title: string; readonly description: string }>> = {
  waiting: { title: 'Waiting', description: 'Queued, or waiting for the next attempt.' },
  held: { title: 'Held', description: 'Sent when your quiet hours end, or with the next digest.' },
  sent: { title: 'Sent', description: 'Accepted by the receiver.' },
  dead: { title: 'Given up', description: 'It did not arrive. You can send it again.' },
  skipped: { title: 'Not set up', description: 'The channel was not set up when it fired.' },
}

const PRICED: ReadonlySet<string> = new Set(['price', 'change', 'volume'])

export const waitText = ({ kind, state, waits_for }: Pick<AlertRow, 'kind' | 'state' | 'waits_for'>): string | null => {
  if (state !== 'active') return null
  if (waits_for === 'fresh') return PRICED.has(kind) ? 'waiting for the first price' : 'waiting for the first value'
  if (waits_for === 'met') return 'already true, waiting to reset'
  return waits_for === 'fired' ? 'fired, waiting to reset' : null
}

const SEEN_LATE_MS = 60_000

/** E.g. `Sun 22 Nov, 10:42`; if seen later: `happened Sun 22 Nov, 10:42, seen 10:50`. */
export function happenedText({ at, seen_at, is_late }: Pick<AlertFiring, 'at' | 'seen_at' | 'is_late'>): string {
  const [happened, seen] = [Date.parse(at), Date.parse(seen_at)]
  if (!is_late && seen - happened < SEEN_LATE_MS) return momentText(happened)
  const isOtherDay = dateText(happened) !== dateText(seen)
  return `happened ${momentText(happened)}, seen ${isOtherDay ? momentText(seen) : clockText(seen)}`
}
