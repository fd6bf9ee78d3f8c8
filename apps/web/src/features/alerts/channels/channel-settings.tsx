import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../../alerts/delivery-calls.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { EmailChannel } from './email-channel.tsx'
import { PushChannel } from './push-channel.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { TelegramChannel } from './telegram-channel.tsx'
import { WebhookChannel } from './webhook-channel.tsx'

/** Where alerts are told, besides the app itself. */
export function ChannelSettings() {
  const query = useQuery(channelsQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your channels"
      failed="Your channels could not be loaded"
      rows={4}
      rowClassName="h-24 w-full"
      className="p-3"
    >
      {(channels) => <Channels channels={channels} />}
    </QueryView>
  )
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
