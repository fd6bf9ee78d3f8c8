import type { Webhook } from '@aerie/wire/alerts/deliveries'
import { useState } from 'react'
import * as z from 'zod/mini'
import { momentText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { deliveryCalls } from '../delivery-calls.ts'
import { Entry } from '../entry.tsx'
import { notifyTestResult, readChannels, useChannelWork } from './use-channel-work.ts'

type Shown = { readonly url: string; readonly secret: string }

export function WebhookChannel({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <>
      <p className="text-12 text-ink-2">
        Each alert is sent as JSON, signed by the Standard Webhooks specification. The address must be public and answer with a status of
        200 to 299. Redirects are not followed.
      </p>
      <AddWebhook onMade={setShown} />
      {shown !== null && <Secret shown={shown} onDone={() => setShown(null)} />}
      {webhooks.length > 0 && (
        <ul aria-label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookEntry key={webhook.id} webhook={webhook} onSecret={setShown} />
          ))}
        </ul>
      )}
    </>
  )
}

const schema = z.object({
  url: z.string().check(z.trim(), z.regex(/^https?:\/\/./, 'Enter an address that begins with https://.')),
})

function AddWebhook({ onMade }: { readonly onMade: (shown: Shown) => void }) {
  const form = useForm({
    schema,
    initial: { url: '' },
    send: async (data) => {
      const { url, secret } = await deliveryCalls.addWebhook(data.url)
      form.reset()
      onMade({ url, secret })
      await readChannels()
    },
  })
  return (
    <form {...form.formProps} className="flex flex-wrap items-end gap-2">
      <TextField
        {...form.field('url')}
        label="Address"
        type="url"
        className="min-w-64 flex-1"
        placeholder="https://example.com/alerts"
        autoComplete="off"
        maxLength={2000}
      />
      <Button type="submit" size="lg" busy={form.isBusy}>
        Add webhook
      </Button>
      <FormFailure failure={form.failure} />
    </form>
  )
}

const Secret = ({ shown: { url, secret }, onDone }: { readonly shown: Shown; readonly onDone: () => void }) => (
  <div role="status" className="flex w-full flex-col gap-2 rounded-md border border-accent bg-surface-0 p-3">
    <p className="text-13 text-ink-1">{`Secret of ${url}. Copy it now: it is shown only once.`}</p>
    <code translate="no" className="num block break-all font-mono text-12 text-ink-1">
      {secret}
    </code>
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="primary"
        onClick={() => copyText(secret, 'Secret copied.', 'The secret could not be copied. Select it instead.')}
      >
        Copy
      </Button>
      <Button size="sm" onClick={onDone}>
        Done
      </Button>
    </div>
  </div>
)

function WebhookEntry({ webhook, onSecret }: { readonly webhook: Webhook; readonly onSecret: (shown: Shown) => void }) {
  const { id, url, name, enabled, problem, sent_at, rotates_until } = webhook
  const { isBusy, run } = useChannelWork()
  const after = (what: string, work: () => Promise<unknown>) => run(what, () => work().then(readChannels))
  const rotate = async () => {
    const { secret } = await deliveryCalls.rotateWebhook(id)
    onSecret({ url, secret })
  }
  return (
    <Entry>
      <div className="min-w-0 flex-1 max-sm:basis-full">
        {name !== null && <p className="text-13 text-ink-1">{name}</p>}
        <p className={name === null ? 'break-all text-13 text-ink-1' : 'break-all text-12 text-ink-2'}>{url}</p>
        <p className="num text-12 text-ink-2">
          {enabled ? 'Active' : 'Switched off'}
          {sent_at !== null && ` · last sent ${momentText(Date.parse(sent_at))}`}
          {rotates_until !== null && ` · the old secret is valid until ${momentText(Date.parse(rotates_until))}`}
        </p>
        {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      </div>
      <div className="flex flex-wrap gap-1">
        <Button
          size="sm"
          busy={isBusy}
          aria-label={`Test ${url}`}
          onClick={() => after('Not sent', async () => notifyTestResult(await deliveryCalls.testWebhook(id)))}
        >
          Test
        </Button>
        <Button size="sm" aria-label={`New secret for ${url}`} onClick={() => after('No new secret', rotate)}>
          New secret
        </Button>
        <Button
          size="sm"
          aria-label={`Switch ${enabled ? 'off' : 'on'} ${url}`}
          onClick={() => after('Not changed', () => deliveryCalls.enableWebhook(id, !enabled))}
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Delete ${url}`}
          onClick={() => after('Not deleted', () => deliveryCalls.removeWebhook(id))}
        >
          Delete
        </Button>
      </div>
    </Entry>
  )
}
