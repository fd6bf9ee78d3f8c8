import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import { useEffect, useRef } from 'react'
import { markRead, readNews, useAlertNews } from '../../../alerts/alert-news.ts'
import { askForAlert } from '../../../alerts/ask-for-alert.ts'
import { useIdeaNews } from '../../../alerts/idea-news/idea-news.ts'
import { utcText } from '../../../market-views/forecast/forecast-text.ts'
import { AllNewsRead, IdeaNewsList } from '../../../market-views/idea-news/idea-news-list.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { happenedWords } from '../alerts-words.ts'
import { TradeFiring } from '../trade-firing.tsx'
import * as WORDS from './bell-words.ts'
import { NewLogins } from './new-logins.tsx'

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
      <NewLogins className="bell-logins" onSeen={() => panel.current?.focus()} />
      {firings === null && error === null && (
        <div role="status" aria-label="Loading the newest alerts" className="flex flex-col gap-2 p-3">
          <SkeletonRows count={3} className="h-9 w-full" />
        </div>
      )}
      {error !== null && (
        <div className="p-3">
          <QueryNotice query={{ error, isFetching: false, refetch: readNews }} text="The newest alerts could not be loaded." role="alert" />
        </div>
      )}
      {firings?.length === 0 && <p className="p-3 text-13 text-ink-2">No alerts fired yet. They appear here when they do.</p>}
      {firings !== null && firings.length > 0 && (
        <ul aria-label="Fired alerts">
          {firings.map((firing) => (
            <ItemBoundary key={firing.id} of={firing} as="li">
              <News firing={firing} onRead={() => read({ ids: [firing.id] })} onTrade={onClose} />
            </ItemBoundary>
          ))}
        </ul>
      )}
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

/** What is new of ideas, for those who have any. */
function IdeaNews({ onClose }: { readonly onClose: () => void }) {
  const hasNews = useIdeaNews(({ list }) => list !== null && list.length > 0)
  if (!hasNews) return null
  return (
    <section aria-label="News of ideas" className="bell-ideas">
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
          {!is_read && <span className="sr-only">{WORDS.unread} </span>}
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
