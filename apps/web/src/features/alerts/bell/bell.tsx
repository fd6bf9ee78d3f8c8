import { Link } from 'react-router'
import './bell.css'
import { Bell as BellIcon, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { followAlertNews, useAlertNews } from '../../../alerts/alert-news.ts'
import { followIdeaNews, useIdeaNews } from '../../../alerts/idea-news/idea-news.ts'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { BellPanel } from './bell-panel.tsx'
import * as WORDS from './bell-words.ts'
import { badgeText, type Count } from './count-text.ts'

/** The way to the trade alerts with the count of what is unread, alerts and news of ideas, and the newest in a panel. The same in every window and session. */
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
    // What had the focus may be gone, hidden on a small screen: nothing in here hears the key then.
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
  const words = WORDS.unreadWords(unread, isOld)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the controls inside, which take the focus
    <div
      ref={root}
      className="bell"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => relatedTarget instanceof Node && !root.current?.contains(relatedTarget) && setOpen(false)}
    >
      <Tooltip id={`${id}-tip`} text={tradeAlerts(words)}>
        <Link to="/tradealerts" aria-label={tradeAlerts(words)} className={cx(iconButtonStyle, 'bell-link')}>
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
        {unread !== null && unread > 0 && !isOld ? WORDS.unreadOfBell(unread) : ''}
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

/** Firings, new logins and news of ideas together; a sum that lacks one of them is no present count. */
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

/** The bottom bar of small screens is there from the first paint, and so knows nothing of counts. */
const BAR_ENTRY = 'nav[aria-label="Main"] a[href="/tradealerts"]'

/** The count over the bell of the bottom bar. */
function BarCount(count: Count) {
  const [room, setRoom] = useState<Element | null>(null)
  useEffect(() => setRoom(document.querySelector(BAR_ENTRY)), [])
  if (room === null || badgeText(count) === undefined) return null
  return createPortal(
    <span className="bell-bar">
      <Badge {...count} />
      <span className="sr-only">{` ${WORDS.unreadWords(count.unread, count.isOld)}`}</span>
    </span>,
    room,
  )
}

const tradeAlerts = (words: string) => (words === '' ? 'Trade alerts' : `Trade alerts, ${words}`)
