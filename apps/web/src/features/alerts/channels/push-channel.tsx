import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useQuery } from '@tanstack/react-query'
import { type PushState, pushOf, readPush, switchPushOff, switchPushOn } from '../../../alerts/browser-push.ts'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { dateText } from '../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { takeChannels, tellTest, useChannelWork } from './use-channel-work.ts'

const STATE_WORDS: Readonly<Record<PushState, string>> = {
  unsupported: 'Push is not available in this browser. It needs https, and on an iPhone Aerie on the home screen.',
  denied: 'Notifications are blocked for this site. Allow them in your browser’s site settings, then come back.',
  no_contact:
    'Push is not available in Safari on this server: its operator has to set MAIL_FROM or an https PUBLIC_URL, which Apple requires.',
  off: 'Get alerts in this browser even when Aerie is closed.',
  on: 'This browser gets alerts even when Aerie is closed.',
}

const pushQuery = { queryKey: ['push-state'], queryFn: readPush, staleTime: 0, gcTime: 0 }

/** What the browser itself said, in words; the server's words where it was the server. */
function pushErrorText(error: unknown): string {
  if (error instanceof ApiError) return errorText(error)
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'Notifications were not allowed.'
  return 'The browser’s push service could not be reached. Check your connection and the browser’s push settings.'
}

/** Messages of the browser: this one, and the others that take them. */
export function PushChannel({ push }: { readonly push: DeliveryChannels['push'] }) {
  const { data: browser, refetch } = useQuery(pushQuery, queryClient)
  const state = browser && pushOf(browser, push)
  const { isBusy, run } = useChannelWork(pushErrorText)
  const again = () => void refetch()
  const turnOn = () => run('Not switched on', () => switchPushOn(push.public_key).then(takeChannels).finally(again))
  const turnOff = () => run('Not switched off', () => switchPushOff().finally(again))
  return (
    <div className="alert-channel">
      <p role="status" className={state === 'denied' ? 'text-12 text-warning' : 'text-12 text-ink-2'}>
        {state === undefined ? 'Waiting for the browser …' : STATE_WORDS[state]}
      </p>
      <div className="flex flex-wrap gap-2">
        {state === 'off' && (
          <Button size="sm" busy={isBusy} onClick={turnOn}>
            Switch on in this browser
          </Button>
        )}
        {state === 'on' && (
          <Button size="sm" busy={isBusy} onClick={turnOff}>
            Switch off in this browser
          </Button>
        )}
        {push.devices.length > 0 && (
          <Button size="sm" onClick={() => run('Not sent', async () => tellTest(await deliveryCalls.test('push')))}>
            Send a test
          </Button>
        )}
      </div>
      {push.devices.length > 0 && <Devices devices={push.devices} />}
    </div>
  )
}

function Devices({ devices }: { readonly devices: DeliveryChannels['push']['devices'] }) {
  const { isBusy, run } = useChannelWork()
  return (
    <ul aria-label="Browsers with alerts" className="flex flex-col gap-1">
      {devices.map(({ id, name, created_at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-12 text-ink-2">
          <span>
            <b className="text-ink-1">{name}</b>
            <span className="num">{`, since ${dateText(Date.parse(created_at))}`}</span>
          </span>
          <Button
            size="sm"
            variant="ghost"
            busy={isBusy}
            aria-label={`Remove ${name}`}
            onClick={() => run('Not removed', async () => takeChannels(await deliveryCalls.removePush(id)))}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
