import { Link } from 'react-router'
import './bell.css'
import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import { Bell as BellIcon, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { utcText } from '../../../platform/format/market-text.ts'
import { Button, ButtonLink, iconButtonStyle } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { AllNewsRead, followIdeaNews, IdeaNewsList, useIdeaNews } from '../../social/index.ts'
import { followAlertNews, markRead, readNews, useAlertNews } from '../alert-news.ts'
import { badgeText, type Count, happenedText, unreadText } from '../alert-text.ts'
import { askForAlert } from '../ask-for-alert.ts'
import { EventLinks } from '../event-links.tsx'
import { TradeFiring } from '../trade-firing.tsx'
import { NewLogins } from './new-logins.tsx'

export function Bell() {
  useEffect(followAlertNews, [])
  useEffect(followIdeaNews, [])
  const { unread, isOld } = useCount()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const outside = (event: PointerEvent) => !(event.target instanceof Node && root.current?.contains(event.target)) && setOpen(false)
    // Focus may be on a removed or hidden element, so the key handler here would miss the event.
    const lost = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && document.activeElement === document.body && setOpen(false)
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', lost)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', lost)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    root.current?.querySelector<HTMLElement>('[aria-controls]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault()
      setOpen(true)
    }
  }
  const label = unreadText(unread, isOld)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the controls inside, which take the focus
    <div
      ref={root}
      className="bell"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => relatedTarget instanceof Node && !root.current?.contains(relatedTarget) && setOpen(false)}
    >
      <Tooltip id={`${id}-tip`} text={tradeAlerts(label)}>
        <Link to="/tradealerts" aria-label={tradeAlerts(label)} className={cx(iconButtonStyle, 'bell-link')}>
          <BellIcon size={18} aria-hidden="true" />
          <Badge unread={unread} isOld={isOld} />
        </Link>
      </Tooltip>
      <button
        type="button"
        aria-label="Newest alerts"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        className={cx(iconButtonStyle, 'bell-more')}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={12} aria-hidden="true" />
      </button>
      <span role="status" className="sr-only">
        {unread !== null && unread > 0 && !isOld ? `${unread} unread` : ''}
      </span>
      <div id={id} hidden={!isOpen}>
        {isOpen && <BellPanel onClose={close} />}
      </div>
      <BarCount unread={unread} isOld={isOld} />
    </div>
  )
}

function Badge(count: Count) {
  const text = badgeText(count)
  if (text === undefined) return null
  return (
    <span translate="no" aria-hidden="true" data-old={count.isOld || undefined} className="bell-count num">
      {text}
    </span>
  )
}

/** Sum of firings, logins and ideas; `isOld` if any of them could not be refreshed. */
function useCount(): Count {
  const alerts = useAlertNews((news) => news.unread)
  const logins = useAlertNews((news) => news.logins.length)
  const ideas = useIdeaNews((news) => news.unread)
  const isAlertsOld = useAlertNews((news) => news.isCountOld)
  const isIdeasOld = useIdeaNews((news) => news.error !== null)
  const sum = (alerts ?? 0) + logins + (ideas ?? 0)
  const isUnknown = alerts === null && sum === 0
  return { unread: isUnknown ? null : sum, isOld: isAlertsOld || isIdeasOld || (alerts === null && sum > 0) }
}

/** The bottom bar is rendered before the app and has no count of its own. */
const BAR_ENTRY = 'nav[aria-label="Main"] a[href="/tradealerts"]'

function BarCount(count: Count) {
  const [room, setRoom] = useState<Element | null>(null)
  useEffect(() => setRoom(document.querySelector(BAR_ENTRY)), [])
  if (room === null || badgeText(count) === undefined) return null
  return createPortal(
    <span className="bell-bar">
      <Badge {...count} />
      <span className="sr-only">{` ${unreadText(count.unread, count.isOld)}`}</span>
    </span>,
    room,
  )
}

const tradeAlerts = (text: string) => (text === '' ? 'Trade alerts' : `Trade alerts, ${text}`)

function BellPanel({ onClose }: { readonly onClose: () => void }) {
  const { firings, unread, error } = useAlertNews()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  // The pressed control disappears: move focus, or Escape would reach nothing.
  const read = (what: Parameters<typeof markRead>[0]) => {
    panel.current?.focus()
    void markRead(what)
  }
  const newest = firings?.[0]
  return (
    <div ref={panel} role="dialog" aria-label="Newest alerts" tabIndex={-1} className="bell-panel">
      <div className="bell-head">
        <h2 className="font-semibold text-13 text-ink-1">Alerts</h2>
        {newest !== undefined && unread !== null && unread > 0 && (
          <Button size="sm" variant="ghost" onClick={() => read({ up_to: newest.seq })}>
            Mark all as read
          </Button>
        )}
      </div>
      <NewLogins className="bell-logins" onSeen={() => panel.current?.focus()} />
      <QueryView
        query={{ data: firings ?? undefined, error, isFetching: false, refetch: readNews }}
        loading="Loading the newest alerts"
        failed="The newest alerts could not be loaded"
        stale="The newest alerts could not be loaded."
        isCompact
        errorClassName="p-3"
        rows={3}
        rowClassName="h-9 w-full"
        className="p-3"
        empty={<p className="p-3 text-13 text-ink-2">No alerts fired yet. They appear here when they do.</p>}
      >
        {(list) => (
          <ul aria-label="Fired alerts" className="bell-firings">
            {list.map((firing) => (
              <ItemBoundary key={firing.id} of={firing} as="li">
                <News firing={firing} onRead={() => read({ ids: [firing.id] })} onTrade={onClose} />
              </ItemBoundary>
            ))}
          </ul>
        )}
      </QueryView>
      <IdeaNews onClose={onClose} />
      <div className="bell-foot">
        <Button
          size="sm"
          onClick={() => {
            onClose()
            askForAlert({})
          }}
        >
          New alert
        </Button>
        <ButtonLink size="sm" variant="ghost" to="/tradealerts" onClick={onClose}>
          All trade alerts
        </ButtonLink>
      </div>
    </div>
  )
}

const IDEAS_SHOWN = 5

function IdeaNews({ onClose }: { readonly onClose: () => void }) {
  const hasNews = useIdeaNews(({ list }) => list !== null && list.length > 0)
  if (!hasNews) return null
  return (
    <section aria-label="Updates on ideas" className="bell-ideas">
      <div className="bell-head">
        <h2 className="font-semibold text-13 text-ink-1">Ideas</h2>
        <AllNewsRead />
      </div>
      <IdeaNewsList most={IDEAS_SHOWN} onOpen={onClose} />
    </section>
  )
}

type NewsProps = { readonly firing: AlertFiring; readonly onRead: () => void; readonly onTrade: () => void }

function News({ firing, onRead, onTrade }: NewsProps) {
  const { text, at, is_read } = firing
  return (
    <li data-unread={!is_read || undefined}>
      <div className="min-w-0 flex-1">
        <p className="num text-13 text-ink-1">
          {!is_read && <span className="sr-only">Unread: </span>}
          {text}
        </p>
        <p className="num text-11 text-ink-2" title={utcText(Date.parse(at))}>
          {happenedText(firing)}
        </p>
      </div>
      <EventLinks firing={firing} onGo={onTrade} />
      <TradeFiring firing={firing} onTrade={onTrade} />
      {!is_read && (
        <button type="button" className="bell-read" aria-label={`Mark as read: ${text}`} title="Mark as read" onClick={onRead} />
      )}
    </li>
  )
}
