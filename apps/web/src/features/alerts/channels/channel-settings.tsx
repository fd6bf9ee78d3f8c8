import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../../alerts/delivery-calls.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import * as WORDS from './channels-words.ts'
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
      loading={WORDS.loadingYourChannels}
      failed={WORDS.channelsFailed}
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
    <Panel title={WORDS.email}>
      <EmailChannel email={channels.email} />
    </Panel>
    <Panel title={WORDS.telegram}>
      <TelegramChannel telegram={channels.telegram} />
    </Panel>
    <Panel title={WORDS.browserPush}>
      <PushChannel push={channels.push} />
    </Panel>
    <Panel title={WORDS.quietHours}>
      <QuietHours key={JSON.stringify(channels.quiet_hours)} hours={channels.quiet_hours} />
    </Panel>
    <Panel title={WORDS.webhooks} className="alert-settings-wide">
      <WebhookChannel webhooks={channels.webhooks} />
    </Panel>
  </div>
)
