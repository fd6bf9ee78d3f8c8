import type { DeliveryChannels } from '@aerie/wire/deliveries'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../../alerts/delivery-calls.ts'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { EmailChannel } from './email-channel.tsx'
import { PushChannel } from './push-channel.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { TelegramChannel } from './telegram-channel.tsx'
import { WebhookChannel } from './webhook-channel.tsx'

/** Where alerts are told, besides the app itself. */
export function ChannelSettings() {
  const { data, error, isFetching, refetch } = useQuery(channelsQuery, queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title="Your channels could not be read" busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading your channels" className="flex flex-col gap-3 p-3">
        <SkeletonRows count={4} className="h-24 w-full" />
      </div>
    )
  return <Channels channels={data} />
}

const Channels = ({ channels }: { readonly channels: DeliveryChannels }) => (
  <div className="alert-settings">
    <Panel title="E-mail">
      <EmailChannel email={channels.email} />
    </Panel>
    <Panel title="Telegram">
      <TelegramChannel telegram={channels.telegram} />
    </Panel>
    <Panel title="Browser push">
      <PushChannel push={channels.push} />
    </Panel>
    <Panel title="Quiet hours">
      <QuietHours key={JSON.stringify(channels.quiet_hours)} hours={channels.quiet_hours} />
    </Panel>
    <Panel title="Webhooks" className="alert-settings-wide">
      <WebhookChannel webhooks={channels.webhooks} />
    </Panel>
  </div>
)
