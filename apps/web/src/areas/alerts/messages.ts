import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { AlertChannel } from '@aerie/wire/alerts/alerts'
import type { DeliveryState } from './delivery-calls.ts'

export const channelLabels: Readonly<Record<AlertChannel, string>> = {
  app: 'App',
  email: 'E-mail',
  telegram: 'Telegram',
  push: 'Browser push',
  webhook: 'Webhook',
}

export const stateLabels: Readonly<Record<AlertRow['state'], string>> = {
  active: 'Active',
  paused: 'Paused',
  done: 'Fired',
  expired: 'Expired',
}

export const deliveryTexts: Readonly<Record<DeliveryState, { readonly title: string; readonly description: string }>> = {
  waiting: { title: 'Waiting', description: 'Queued, or waiting for the next attempt.' },
  held: { title: 'Held', description: 'Sent when your quiet hours end, or with the next digest.' },
  sent: { title: 'Sent', description: 'Accepted by the receiver.' },
  dead: { title: 'Given up', description: 'It did not arrive. You can send it again.' },
  skipped: { title: 'Not set up', description: 'The channel was not set up when it fired.' },
}

const counts = new Intl.NumberFormat('en-US')

/** How often an alert would have fired: `3 to 5 times`, `at most once`; null if never. */
export function timesText([least, most]: readonly [least: number, most: number]): string | null {
  if (most === 0) return null
  if (least === most) return countText(most)
  return least === 0 ? `at most ${countText(most)}` : `${counts.format(least)} to ${counts.format(most)} times`
}

const countText = (count: number): string => (count === 1 ? 'once' : `${counts.format(count)} times`)
