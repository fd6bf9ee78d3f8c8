import type { AlertFiring } from '@aerie/wire/alert-rows'
import { useEffect, useRef } from 'react'
import { markRead, readNews, useAlertNews } from '../../../alerts/alert-news.ts'
import { askForAlert } from '../../../alerts/ask-for-alert.ts'
import { errorText } from '../../../lib/error-text.ts'
import { utcText } from '../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { happenedWords } from '../alerts-words.ts'
import { TradeFiring } from '../trade-firing.tsx'

/** The newest that fired, with ways to mark it as read and to all of it. */
export function BellPanel({ onClose }: { readonly onClose: () => void }) {
  const { firings, unread, error } = useAlertNews()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  // The control that was pressed goes: without this the focus would go with it, and Escape would reach nothing.
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
      {firings === null && error === null && (
        <div role="status" aria-label="Loading the newest alerts" className="flex flex-col gap-2 p-3">
          <SkeletonRows count={3} className="h-9 w-full" />
        </div>
      )}
      {error !== null && (
        <p role="alert" className="flex flex-wrap items-center gap-2 p-3 text-12 text-warning">
          {`The newest alerts could not be read. ${errorText(error)}`}
          <Button size="sm" onClick={() => void readNews()}>
            Try Again
          </Button>
        </p>
      )}
      {firings?.length === 0 && <p className="p-3 text-13 text-ink-2">Nothing has fired yet. What fires is listed here first.</p>}
      {firings !== null && firings.length > 0 && (
        <ul aria-label="What fired">
          {firings.map((firing) => (
            <News key={firing.id} firing={firing} onRead={() => read({ ids: [firing.id] })} onTrade={onClose} />
          ))}
        </ul>
      )}
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
          {happenedWords(firing)}
        </p>
      </div>
      <TradeFiring firing={firing} onTrade={onTrade} />
      {!is_read && (
        <button type="button" className="bell-read" aria-label={`Mark as read: ${text}`} title="Mark as read" onClick={onRead} />
      )}
    </li>
  )
}
