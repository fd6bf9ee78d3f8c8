import type { DeliveryChannels } from '@aerie/wire/deliveries'
import { useQuery } from '@tanstack/react-query'
import { type PushState, pushState, switchPushOff, switchPushOn } from '../../../alerts/browser-push.ts'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { dateText } from '../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../ui/button.tsx'
import { takeChannels, tellTest, useChannelWork } from './use-channel-work.ts'

const STATE_WORDS: Readonly<Record<PushState, string>> = {
  unsupported:
    'This browser takes no push messages here. They need https (or this computer itself) and, on an iPhone, Aerie on the home screen.',
  denied: 'You refused messages of this site in this browser. Allow them in the browser’s settings for this site, then come back here.',
  off: 'Alerts can reach this browser while no page of Aerie is open.',
  on: 'This browser takes alerts while no page of Aerie is open.',
}

const pushQuery = { queryKey: ['push-state'], queryFn: pushState, staleTime: 0, gcTime: 0 }

/** What the browser itself said, in words; the server's words where it was the server. */
function pushErrorText(error: unknown): string {
  if (error instanceof ApiError) return errorText(error)
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'The browser was not allowed to show messages.'
  return 'The browser’s push service could not be reached. Check your connection, and that the browser has push switched on.'
}

/** Messages of the browser: this one, and the others that take them. */
export function PushChannel({ push }: { readonly push: DeliveryChannels['push'] }) {
  const { data: state, refetch } = useQuery(pushQuery, queryClient)
  const { isBusy, run } = useChannelWork(pushErrorText)
  const again = () => void refetch()
  const turnOn = () => run('Not switched on', () => switchPushOn(push.public_key).then(takeChannels).finally(again))
  const turnOff = () => run('Not switched off', () => switchPushOff().finally(again))
  return (
    <div className="alert-channel">
      <p role="status" className={state === 'denied' ? 'text-12 text-warning' : 'text-12 text-ink-2'}>
        {state === undefined ? 'Asking the browser…' : STATE_WORDS[state]}
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
    <ul aria-label="Browsers that take alerts" className="flex flex-col gap-1">
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
