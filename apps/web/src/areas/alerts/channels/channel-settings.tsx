import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { webAddress } from '../../../platform/browser/web-address.ts'
import { dateText } from '../../../platform/format/market-text.ts'
import { Button, buttonStyle } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { type PushState, pushOf, readPush, switchPushOff, switchPushOn } from '../browser-push.ts'
import { channelsQuery, deliveryCalls } from '../delivery-calls.ts'
import { Field } from '../editor/fields.tsx'
import { notifyTestResult, readChannels, takeChannels, useChannelWork } from './use-channel-work.ts'
import { WebhookChannel } from './webhook-channel.tsx'

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
  <div className="grid grid-cols-1 gap-3 p-2 min-[56rem]:grid-cols-2 min-[56rem]:p-3 *:last:col-span-full">
    <Channel title="E-mail">
      <EmailChannel email={channels.email} />
    </Channel>
    <Channel title="Telegram">
      <TelegramChannel telegram={channels.telegram} />
    </Channel>
    <Channel title="Browser push">
      <PushChannel push={channels.push} />
    </Channel>
    <Channel title="Quiet hours">
      <QuietHours key={JSON.stringify(channels.quiet_hours)} hours={channels.quiet_hours} />
    </Channel>
    <Channel title="Webhooks">
      <WebhookChannel webhooks={channels.webhooks} />
    </Channel>
  </div>
)

const Channel = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Panel title={title}>
    <div className="flex flex-col items-start gap-2.5 p-3 [&>:is(form,ul)]:w-full">{children}</div>
  </Panel>
)

const DIGESTS = [
  ['each', 'immediately'],
  ['hourly', 'hourly summary'],
  ['daily', 'daily summary'],
] as const

function EmailChannel({ email }: { readonly email: DeliveryChannels['email'] }) {
  const { isBusy, run } = useChannelWork()
  const change = (patch: Parameters<typeof deliveryCalls.change>[0]) =>
    run('Not changed', async () => takeChannels(await deliveryCalls.change(patch)))
  return (
    <>
      <label className="inline-flex min-h-7 items-center gap-1.5 text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:[&>input]:size-5">
        <input
          type="checkbox"
          checked={email.wanted}
          aria-disabled={isBusy || undefined}
          onChange={() => change({ mail_wanted: !email.wanted })}
        />
        <span>
          Send alerts to <b>{email.address}</b>
        </span>
      </label>
      <label className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
        Frequency
        <Select
          className="min-h-7 rounded-md border border-line-input bg-surface-0 px-2.5 text-13 text-ink-1 pointer-coarse:min-h-11"
          value={email.digest}
          options={DIGESTS}
          onChange={(mail_digest) => change({ mail_digest })}
        />
      </label>
      <Button
        size="sm"
        busy={isBusy}
        disabledReason={email.wanted ? undefined : 'Alert e-mails are off.'}
        onClick={() => run('Not sent', async () => notifyTestResult(await deliveryCalls.test('email')))}
      >
        Send a test
      </Button>
    </>
  )
}

const quietHours = z.object({ from: z.string().check(z.minLength(1)), to: z.string().check(z.minLength(1)) })
const START = { from: '22:00', to: '07:00' }

/** Quiet hours hold messages back, except urgent ones. */
function QuietHours({ hours }: { readonly hours: DeliveryChannels['quiet_hours'] }) {
  const { isBusy, run } = useChannelWork()
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = async (quiet_hours: DeliveryChannels['quiet_hours']) => takeChannels(await deliveryCalls.change({ quiet_hours }))
  const form = useForm({
    schema: quietHours,
    initial: { from: hours?.from ?? START.from, to: hours?.to ?? START.to },
    send: ({ from, to }) => save({ from, to, timezone }),
  })
  return (
    <form {...form.formProps} className="flex flex-col items-start gap-2.5">
      <p className="text-12 text-ink-2">Messages outside the app wait until quiet hours end. Liquidation warnings are sent at once.</p>
      <div className="flex flex-wrap items-end gap-3">
        <TimeField {...form.field('from')} label="From" />
        <TimeField {...form.field('to')} label="To" />
        <span className="pb-2 text-12 text-ink-2">{hours?.timezone ?? timezone}</span>
      </div>
      <FormFailure failure={form.failure} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" type="submit" busy={form.isBusy || isBusy}>
          {hours === null ? 'Set quiet hours' : 'Save'}
        </Button>
        {hours !== null && (
          <Button size="sm" variant="ghost" onClick={() => run('Not saved', () => save(null))}>
            No quiet hours
          </Button>
        )}
      </div>
    </form>
  )
}

type TimeFieldProps = ComponentProps<'input'> & { readonly label: string; readonly error: string | undefined }

const TimeField = ({ label, error, ...input }: TimeFieldProps) => (
  <Field label={label} problem={error}>
    {(control) => <input {...input} {...control} type="time" required className={`num ${control.className}`} />}
  </Field>
)

type Telegram = DeliveryChannels['telegram']

function TelegramChannel({ telegram }: { readonly telegram: Telegram }) {
  if (!telegram.is_available)
    return <p className="text-12 text-ink-2">Telegram is not available on this server. Use e-mail or browser push instead.</p>
  return telegram.linked_at === null ? <LinkBot telegram={telegram} /> : <Linked telegram={telegram} />
}

function Linked({ telegram: { chat, linked_at, problem } }: { readonly telegram: Telegram }) {
  const { isBusy, run } = useChannelWork()
  return (
    <>
      <p className="text-13 text-ink-1">
        Alerts go to <b>{chat ?? 'your chat'}</b>
        {linked_at !== null && <span className="num text-12 text-ink-2">{`, linked ${dateText(Date.parse(linked_at))}`}</span>}
      </p>
      {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => run('Not sent', async () => notifyTestResult(await deliveryCalls.test('telegram')))}>
          Send a test
        </Button>
        <Button size="sm" onClick={() => run('Not unlinked', () => deliveryCalls.unlinkTelegram().then(readChannels))}>
          Unlink
        </Button>
      </div>
    </>
  )
}

function LinkBot({ telegram: { bot, problem } }: { readonly telegram: Telegram }) {
  const { isBusy, run } = useChannelWork()
  const [link, setLink] = useState<{ readonly url: string; readonly expiresAt: number } | null>(null)
  useEffect(() => {
    if (link === null) return
    const timer = setTimeout(() => setLink(null), Math.max(0, link.expiresAt - Date.now()))
    return () => clearTimeout(timer)
  }, [link])
  const make = () =>
    run('The link was not created', async () => {
      const { url, expires_at } = await deliveryCalls.linkTelegram()
      setLink({ url, expiresAt: Date.parse(expires_at) })
    })
  const address = link === null ? null : webAddress(link.url)
  return (
    <>
      <p className="text-12 text-ink-2">{telegramLinkRule(bot === null ? 'The bot' : `@${bot}`)}</p>
      {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      {address === null ? (
        <Button size="sm" busy={isBusy} onClick={make}>
          Link Telegram
        </Button>
      ) : (
        <a href={address.href} target="_blank" rel="noreferrer noopener" className={buttonStyle('primary', 'sm')}>
          Open Telegram and press Start
        </a>
      )}
    </>
  )
}

const telegramLinkRule = (text: string) =>
  `${text} can message you after you press Start in its chat. The link works once, for ten minutes.`

const STATE_TEXT: Readonly<Record<PushState, string>> = {
  unsupported: 'Push is not available in this browser. It needs https, and on an iPhone Aerie on the home screen.',
  denied: 'Notifications are blocked for this site. Allow them in your browser’s site settings, then come back.',
  no_contact:
    'Push is not available in Safari on this server: its operator has to set MAIL_FROM or an https PUBLIC_URL, which Apple requires.',
  off: 'Get alerts in this browser even when Aerie is closed.',
  on: 'This browser gets alerts even when Aerie is closed.',
}

const pushQuery = { queryKey: ['push-state'], queryFn: readPush, staleTime: 0, gcTime: 0 }

function pushErrorText(error: unknown): string {
  if (error instanceof ApiError) return errorText(error)
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'Notifications were not allowed.'
  return 'The browser’s push service could not be reached. Check your connection and the browser’s push settings.'
}

export function PushChannel({ push }: { readonly push: DeliveryChannels['push'] }) {
  const { data: browser, refetch } = useQuery(pushQuery, queryClient)
  const state = browser && pushOf(browser, push)
  const { isBusy, run } = useChannelWork(pushErrorText)
  const again = () => void refetch()
  const turnOn = () => run('Not switched on', () => switchPushOn(push.public_key).then(takeChannels).finally(again))
  const turnOff = () => run('Not switched off', () => switchPushOff().finally(again))
  return (
    <>
      <p role="status" className={state === 'denied' ? 'text-12 text-warning' : 'text-12 text-ink-2'}>
        {state === undefined ? 'Waiting for the browser …' : STATE_TEXT[state]}
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
          <Button size="sm" onClick={() => run('Not sent', async () => notifyTestResult(await deliveryCalls.test('push')))}>
            Send a test
          </Button>
        )}
      </div>
      {push.devices.length > 0 && <Devices devices={push.devices} />}
    </>
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
            onClick={() => run('Not removed', () => deliveryCalls.removePush(id).then(readChannels))}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
