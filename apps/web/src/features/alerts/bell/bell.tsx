import './bell.css'
import { Bell as BellIcon, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { followAlertNews, useAlertNews } from '../../../alerts/alert-news.ts'
import { followIdeaNews, useIdeaNews } from '../../../alerts/idea-news/idea-news.ts'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { BellPanel } from './bell-panel.tsx'
import * as WORDS from './bell-words.ts'
import { countText, unreadWords } from './count-text.ts'

/** The way to the trade alerts with the count of what is unread, alerts and news of ideas, and the newest in a panel. The same in every window and session. */
export function Bell() {
  useEffect(followAlertNews, [])
  useEffect(followIdeaNews, [])
  const unread = sumOf(
    useAlertNews((news) => news.unread),
    useIdeaNews((news) => news.unread),
  )
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const outside = (event: PointerEvent) => !(event.target instanceof Node && root.current?.contains(event.target)) && setOpen(false)
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
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
  const words = unreadWords(unread)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the controls inside, which take the focus
    <span
      ref={root}
      className="bell"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => relatedTarget instanceof Node && !root.current?.contains(relatedTarget) && setOpen(false)}
    >
      <Tooltip id={`${id}-tip`} text={WORDS.tradeAlerts(words)}>
        <Link to="/tradealerts" aria-label={WORDS.tradeAlerts(words)} className={cx(iconButtonStyle, 'bell-link')}>
          <BellIcon size={18} aria-hidden="true" />
          {unread !== null && unread > 0 && (
            <span aria-hidden="true" className="bell-count num">
              {countText(unread)}
            </span>
          )}
        </Link>
      </Tooltip>
      <button
        type="button"
        aria-label={WORDS.newestAlerts}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        className={cx(iconButtonStyle, 'bell-more')}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={12} aria-hidden="true" />
      </button>
      <span role="status" className="sr-only">
        {unread !== null && unread > 0 ? WORDS.unreadOfBell(unread) : ''}
      </span>
      <div id={id} hidden={!isOpen}>
        {isOpen && <BellPanel onClose={close} />}
      </div>
      <BarCount unread={unread} />
    </span>
  )
}

/** What is known of both; null where nothing is. */
const sumOf = (alerts: number | null, ideas: number | null): number | null =>
  alerts === null && ideas === null ? null : (alerts ?? 0) + (ideas ?? 0)

/** The bottom bar of small screens is there from the first paint, and so knows nothing of counts. */
const BAR_ENTRY = 'nav[aria-label="Main"] a[href="/tradealerts"]'

/** The count over the bell of the bottom bar. */
function BarCount({ unread }: { readonly unread: number | null }) {
  const [room, setRoom] = useState<Element | null>(null)
  useEffect(() => setRoom(document.querySelector(BAR_ENTRY)), [])
  if (room === null || unread === null || unread === 0) return null
  return createPortal(
    <span className="bell-bar">
      <span aria-hidden="true" className="bell-count num">
        {countText(unread)}
      </span>
      <span className="sr-only">{` ${unread} unread`}</span>
    </span>,
    room,
  )
}
