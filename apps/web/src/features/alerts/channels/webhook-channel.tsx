import type { Webhook } from '@aerie/wire/alerts/deliveries'
import { type FormEvent, useState } from 'react'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import * as WORDS from './channels-words.ts'
import { readChannels, tellTest, useChannelWork } from './use-channel-work.ts'

type Shown = { readonly url: string; readonly secret: string }

/** Addresses of one's own that firings are posted to, signed. */
export function WebhookChannel({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <div className="alert-channel">
      <p className="text-12 text-ink-2">{WORDS.webhookRule}</p>
      <AddWebhook onMade={setShown} />
      {shown !== null && <Secret shown={shown} onDone={() => setShown(null)} />}
      {webhooks.length > 0 && (
        <ul aria-label={WORDS.webhooks} className="alert-entries">
          {webhooks.map((webhook) => (
            <WebhookEntry key={webhook.id} webhook={webhook} onSecret={setShown} />
          ))}
        </ul>
      )}
    </div>
  )
}

function AddWebhook({ onMade }: { readonly onMade: (shown: Shown) => void }) {
  const { isBusy, run } = useChannelWork()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!/^https?:\/\/./.test(url.trim())) return setProblem(WORDS.enterHttpsAddress)
    run(WORDS.notAdded, async () => {
      const { url: made, secret } = await deliveryCalls.addWebhook(url.trim())
      setUrl('')
      onMade({ url: made, secret })
      await readChannels()
    })
  }
  return (
    <form className="flex flex-wrap items-end gap-2" noValidate onSubmit={submit}>
      <TextField
        label={WORDS.address}
        type="url"
        className="min-w-64 flex-1"
        placeholder={WORDS.exampleAddress}
        autoComplete="off"
        maxLength={2000}
        value={url}
        error={problem}
        onChange={({ target }) => {
          setUrl(target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {WORDS.addWebhook}
      </Button>
    </form>
  )
}

/** The one time that a secret is on show. */
const Secret = ({ shown: { url, secret }, onDone }: { readonly shown: Shown; readonly onDone: () => void }) => (
  <div role="status" className="alert-secret">
    <p className="text-13 text-ink-1">{WORDS.secretShownOnce(url)}</p>
    <code translate="no" className="num block break-all font-mono text-12 text-ink-1">
      {secret}
    </code>
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="primary" onClick={() => copyText(secret, WORDS.secretCopied, WORDS.secretNotCopied)}>
        {WORDS.copy}
      </Button>
      <Button size="sm" onClick={onDone}>
        {WORDS.done}
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
    <li className="alert-entry">
      <div className="min-w-0 flex-1">
        {name !== null && <p className="text-13 text-ink-1">{name}</p>}
        <p className={name === null ? 'break-all text-13 text-ink-1' : 'break-all text-12 text-ink-2'}>{url}</p>
        <p className="num text-12 text-ink-2">
          {enabled ? WORDS.active : WORDS.switchedOff}
          {sent_at !== null && WORDS.lastSent(momentText(Date.parse(sent_at)))}
          {rotates_until !== null && WORDS.oldSecretValidUntil(momentText(Date.parse(rotates_until)))}
        </p>
        {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      </div>
      <div className="flex flex-wrap gap-1">
        <Button
          size="sm"
          busy={isBusy}
          aria-label={WORDS.testNamed(url)}
          onClick={() => after(WORDS.notSent, async () => tellTest(await deliveryCalls.testWebhook(id)))}
        >
          {WORDS.test}
        </Button>
        <Button size="sm" aria-label={WORDS.newSecretFor(url)} onClick={() => after(WORDS.noNewSecret, rotate)}>
          {WORDS.newSecret}
        </Button>
        <Button
          size="sm"
          aria-label={WORDS.switchNamed(enabled ? 'off' : 'on', url)}
          onClick={() => after(WORDS.notChanged, () => deliveryCalls.enableWebhook(id, !enabled))}
        >
          {enabled ? WORDS.switchOff : WORDS.switchOn}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={WORDS.deleteIt(url)}
          onClick={() => after(WORDS.notDeleted, () => deliveryCalls.removeWebhook(id))}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}
