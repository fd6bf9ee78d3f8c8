import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useEffect, useState } from 'react'
import { deliveryCalls } from '../../../alerts/delivery-calls.ts'
import { webAddress } from '../../../lib/routing/web-address.ts'
import { dateText } from '../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import * as WORDS from './channels-words.ts'
import { takeChannels, tellTest, useChannelWork } from './use-channel-work.ts'

type Telegram = DeliveryChannels['telegram']

/** The bot that writes to one's own chat: linked by an address that works once. */
export function TelegramChannel({ telegram }: { readonly telegram: Telegram }) {
  if (!telegram.is_available) return <p className="alert-channel text-12 text-ink-2">{WORDS.telegramUnavailable}</p>
  return telegram.linked_at === null ? <LinkBot telegram={telegram} /> : <Linked telegram={telegram} />
}

function Linked({ telegram: { chat, linked_at, problem } }: { readonly telegram: Telegram }) {
  const { isBusy, run } = useChannelWork()
  return (
    <div className="alert-channel">
      <p className="text-13 text-ink-1">
        {WORDS.alertsGoTo} <b>{chat ?? WORDS.yourChat}</b>
        {linked_at !== null && <span className="num text-12 text-ink-2">{`, linked ${dateText(Date.parse(linked_at))}`}</span>}
      </p>
      {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => run(WORDS.notSent, async () => tellTest(await deliveryCalls.test('telegram')))}>
          {WORDS.sendATest}
        </Button>
        <Button size="sm" onClick={() => run(WORDS.notUnlinked, async () => takeChannels(await deliveryCalls.unlinkTelegram()))}>
          {WORDS.unlink}
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
    run(WORDS.linkNotMade, async () => {
      const { url, expires_at } = await deliveryCalls.linkTelegram()
      setLink({ url, expiresAt: Date.parse(expires_at) })
    })
  const address = link === null ? null : webAddress(link.url)
  return (
    <div className="alert-channel">
      <p className="text-12 text-ink-2">{WORDS.telegramLinkRule(bot === null ? WORDS.theBot : `@${bot}`)}</p>
      {problem !== null && <p className="text-12 text-warning">{problem}</p>}
      {address === null ? (
        <Button size="sm" busy={isBusy} onClick={make}>
          {WORDS.linkTelegram}
        </Button>
      ) : (
        <a href={address.href} target="_blank" rel="noreferrer noopener" className={buttonStyle('primary', 'sm')}>
          {WORDS.openTelegram}
        </a>
      )}
    </div>
  )
}
