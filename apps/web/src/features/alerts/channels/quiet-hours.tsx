import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { type FormEvent, useState } from 'react'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../editor/fields.tsx'
import { takeChannels, useChannelWork } from './use-channel-work.ts'

const START = { from: '22:00', to: '07:00' }

/** Hours in which messages are held; what is urgent comes through. */
export function QuietHours({ hours }: { readonly hours: DeliveryChannels['quiet_hours'] }) {
  const { isBusy, run } = useChannelWork()
  const [span, setSpan] = useState(hours ?? START)
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = (quiet_hours: DeliveryChannels['quiet_hours']) =>
    run('Not saved', async () => takeChannels(await deliveryCalls.change({ quiet_hours })))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ from: span.from, to: span.to, timezone })
  }
  return (
    <form className="alert-channel" onSubmit={submit}>
      <p className="text-12 text-ink-2">Messages outside the app wait until quiet hours end. Liquidation warnings are sent at once.</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="From">
          {(control) => (
            <input
              {...control}
              type="time"
              required
              className="num"
              value={span.from}
              onChange={({ target }) => setSpan({ ...span, from: target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <input
              {...control}
              type="time"
              required
              className="num"
              value={span.to}
              onChange={({ target }) => setSpan({ ...span, to: target.value })}
            />
          )}
        </Field>
        <span className="pb-2 text-12 text-ink-2">{hours?.timezone ?? timezone}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" type="submit" busy={isBusy}>
          {hours === null ? 'Set quiet hours' : 'Save'}
        </Button>
        {hours !== null && (
          <Button size="sm" variant="ghost" onClick={() => save(null)}>
            No quiet hours
          </Button>
        )}
      </div>
    </form>
  )
}
