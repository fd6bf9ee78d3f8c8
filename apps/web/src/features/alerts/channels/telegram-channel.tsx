import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useEffect, useState } from 'react'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { webAddress } from '../../../lib/routing/web-address.ts'
import { dateText } from '../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { takeChannels, tellTest, useChannelWork } from './use-channel-work.ts'

type Telegram = DeliveryChannels['telegram']

/** The bot that writes to one's own chat: linked by an address that works once. */
export function TelegramChannel({ telegram }: { readonly telegram: Telegram }) {
  if (!telegram.is_available)
    return <p className="alert-channel text-12 text-ink-2">Telegram is not available on this server. Use e-mail or browser push instead.</p>
  return telegram.linked_at === null ? <LinkBot telegram={telegram} /> : <Linked telegram={telegram} />
}

function Linked({ telegram: { chat, linked_at, problem } }: { readonly telegram: Telegram }) {
  const { isBusy, run } = useChannelWork()
  return (
    <div className="alert-channel">
      <p className="text-13 text-ink-1">
        Alerts go to <b>{chat ?? 'your chat'}</b>
        {linked_at !== null && <span className="num text-12 text-ink-2">{`, linked ${dateText(Date.parse(linked_at))}`}</span>}
      </p>
      {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => run('Not sent', async () => tellTest(await deliveryCalls.test('telegram')))}>
          Send a test
        </Button>
        <Button size="sm" onClick={() => run('Not unlinked', async () => takeChannels(await deliveryCalls.unlinkTelegram()))}>
          Unlink
        </Button>
      </div>
    </div>
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
    <div className="alert-channel">
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
    </div>
  )
}

const telegramLinkRule = (text: string) =>
  `${text} can message you after you press Start in its chat. The link works once, for ten minutes.`
