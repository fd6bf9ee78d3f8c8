import { DELIVERY_STATES, type Delivery } from '@aerie/wire/alerts/deliveries'
import { useState } from 'react'
import { errorText } from '../../../platform/api/error-text.ts'
import { useRows } from '../../../platform/api/first-page.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { type DeliveryState, deliveryCalls } from '../delivery-calls.ts'
import { Entry } from '../entry.tsx'
import { channelLabels, deliveryTexts } from '../messages.ts'

export function DeliveryList() {
  const [state, setState] = useState<DeliveryState | undefined>(undefined)
  const query = useRows({
    queryKey: ['deliveries', 'list', state],
    read: (cursor, signal) => deliveryCalls.page({ cursor, state }, signal),
  })
  return (
    <>
      <label className="flex items-center gap-2 border-line border-b px-3 py-2 text-12 text-ink-2">
        Show
        <Select
          className="min-h-7 rounded-md border border-line-input bg-surface-0 px-2.5 text-13 text-ink-1 pointer-coarse:min-h-11"
          value={state ?? ''}
          options={[['', 'all'], ...DELIVERY_STATES.map((each) => [each, deliveryTexts[each].title] as const)]}
          onChange={(chosen) => setState(chosen === '' ? undefined : chosen)}
        />
      </label>
      <PagesView
        query={query}
        loading="Loading: deliveries"
        failed="The deliveries could not be loaded"
        errorClassName="px-3 py-2"
        rows={6}
        rowClassName="h-11 w-full"
        className="p-3"
        more="Show older"
        empty={
          <EmptyState title={state === undefined ? 'Nothing sent yet' : 'No deliveries in this state'}>
            Messages by e-mail, Telegram, browser push and webhook appear here with the receiver’s answer.
          </EmptyState>
        }
      >
        {(deliveries) => (
          <ul aria-label="Deliveries">
            {deliveries.map((delivery) => (
              <ItemBoundary key={delivery.id} of={delivery} as="li">
                <DeliveryEntry delivery={delivery} />
              </ItemBoundary>
            ))}
          </ul>
        )}
      </PagesView>
    </>
  )
}

function DeliveryEntry({ delivery }: { readonly delivery: Delivery }) {
  const { channel, target, title, state, created_at, may_repeat } = delivery
  return (
    <Entry>
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="num text-13 text-ink-1">{title}</p>
        <p className="text-12 text-ink-2">
          <span className="alert-mark" data-delivery={state} title={deliveryTexts[state].description}>
            {deliveryTexts[state].title}
          </span>
          {` · ${receiverText(channel, target)}`}
        </p>
        <p className="num text-11 text-ink-2" title={utcText(Date.parse(created_at))}>
          {detailText(delivery)}
        </p>
        {may_repeat && <p className="text-11 text-warning">It may have arrived twice: the server stopped while sending.</p>}
      </div>
      {state === 'dead' && <SendAgain delivery={delivery} />}
    </Entry>
  )
}

/** E.g. `E-mail to ada@example.com`; only the channel name if there is no recipient (`In the app`). */
export function receiverText(channel: Delivery['channel'], target: string): string {
  if (channel === 'app') return 'In the app'
  const name = channelLabels[channel]
  return target === '' || target === name ? name : `${name} to ${target}`
}

export function detailText({ channel, created_at, sent_at, next_at, attempts, problem, receipt }: Delivery): string {
  const [made, sent] = [momentText(Date.parse(created_at)), sent_at === null ? null : momentText(Date.parse(sent_at))]
  return [
    ...(sent === made ? [] : [made]),
    ...(sent === null ? [] : [`sent ${sent}`]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(next_at === null ? [] : [`next ${momentText(Date.parse(next_at))}`]),
    ...(problem === null ? [] : [problem]),
    ...(receipt === null || channel === 'app' ? [] : [receipt]),
  ].join(' · ')
}

function SendAgain({ delivery: { id, title } }: { readonly delivery: Delivery }) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await deliveryCalls.resend(id)
      await queryClient.invalidateQueries({ queryKey: ['deliveries', 'list'] })
    } catch (error) {
      notify('error', `Not sent again: ${errorText(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy} aria-label={`Send again: ${title}`} onClick={() => void send()}>
      Send again
    </Button>
  )
}
