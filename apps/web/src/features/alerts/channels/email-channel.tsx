import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { takeChannels, tellTest, useChannelWork } from './use-channel-work.ts'

const DIGESTS = [
  ['each', 'immediately'],
  ['hourly', 'hourly summary'],
  ['daily', 'daily summary'],
] as const

/** Mail of alerts: whether, and how often. */
export function EmailChannel({ email }: { readonly email: DeliveryChannels['email'] }) {
  const { isBusy, run } = useChannelWork()
  const change = (patch: Parameters<typeof deliveryCalls.change>[0]) =>
    run('Not changed', async () => takeChannels(await deliveryCalls.change(patch)))
  return (
    <div className="alert-channel">
      <label className="alert-switch">
        <input type="checkbox" checked={email.wanted} disabled={isBusy} onChange={() => change({ mail_wanted: !email.wanted })} />
        <span>
          Send alerts to <b>{email.address}</b>
        </span>
      </label>
      <label className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
        Frequency
        <select
          className="alert-select"
          value={email.digest}
          onChange={({ target }) => {
            const chosen = DIGESTS.find(([digest]) => digest === target.value)
            if (chosen !== undefined) change({ mail_digest: chosen[0] })
          }}
        >
          {DIGESTS.map(([digest, words]) => (
            <option key={digest} value={digest}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <Button
        size="sm"
        busy={isBusy}
        disabledReason={email.wanted ? undefined : 'Alert e-mails are off.'}
        onClick={() => run('Not sent', async () => tellTest(await deliveryCalls.test('email')))}
      >
        Send a test
      </Button>
    </div>
  )
}
