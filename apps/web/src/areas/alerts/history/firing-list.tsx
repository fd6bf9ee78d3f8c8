import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import { useRows } from '../../../platform/api/first-page.ts'
import { SOURCE_NAMES, utcText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { alertCalls } from '../alert-calls.ts'
import { markRead, useAlertNews } from '../alert-news.ts'
import { happenedText } from '../alert-text.ts'
import { Entry } from '../entry.tsx'
import { EventLinks } from '../event-links.tsx'
import { channelLabels, deliveryTexts } from '../messages.ts'
import { TradeFiring } from '../trade-firing.tsx'

export function FiringList() {
  const query = useRows({
    queryKey: ['alerts', 'firings'],
    read: (cursor, signal) => alertCalls.firings({ cursor }, { signal }),
  })
  return (
    <PagesView
      query={query}
      loading="Loading: history of your alerts"
      failed="The history of your alerts could not be loaded"
      errorClassName="px-3 py-2"
      rows={6}
      rowClassName="h-11 w-full"
      className="p-3"
      more="Show older"
      empty={
        <EmptyState title="No alerts fired yet">
          Fired alerts appear here with the time, when the server saw it, and how it was sent.
        </EmptyState>
      }
    >
      {(firings) => (
        <>
          <ReadAll newest={firings[0]} />
          <ul id={ENTRIES} tabIndex={-1} aria-label="Fired alerts">
            {firings.map((firing) => (
              <ItemBoundary key={firing.id} of={firing} as="li">
                <Firing firing={firing} />
              </ItemBoundary>
            ))}
          </ul>
        </>
      )}
    </PagesView>
  )
}

const ENTRIES = 'alert-firings'

/** Moves focus to the next entry's "Mark as read" or to the entry itself, never to a different action. */
function focusBeside(button: HTMLElement): void {
  const entry = button.closest('li')
  const next = entry?.nextElementSibling?.querySelector<HTMLElement>('[data-mark-read]') ?? entry
  next?.focus()
}

function ReadAll({ newest }: { readonly newest: AlertFiring | undefined }) {
  const unread = useAlertNews((news) => news.unread)
  if (newest === undefined || unread === null || unread === 0) return null
  return (
    <div className="flex items-center justify-between gap-2 border-line border-b px-3 py-2">
      <p className="num text-12 text-ink-2">{`${unread} unread`}</p>
      <Button
        size="sm"
        onClick={() => {
          document.getElementById(ENTRIES)?.focus()
          void markRead({ up_to: newest.seq })
        }}
      >
        Mark all as read
      </Button>
    </div>
  )
}

function Firing({ firing }: { readonly firing: AlertFiring }) {
  const { id, text, at, is_read, source_kind, deliveries } = firing
  return (
    <Entry tabIndex={-1} data-unread={!is_read || undefined}>
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="num text-13 text-ink-1">
          {!is_read && <span className="sr-only">Unread: </span>}
          {text}
        </p>
        <p className="num text-12 text-ink-2" title={utcText(Date.parse(at))}>
          {happenedText(firing)}
          {source_kind !== null && source_kind !== 'live' && ` · ${SOURCE_NAMES[source_kind]}, not a real price`}
        </p>
        <p className="text-11 text-ink-2">
          {deliveries.map(({ channel, state }) => `${channelLabels[channel]}: ${deliveryTexts[state].title.toLowerCase()}`).join(' · ')}
        </p>
      </div>
      <EventLinks firing={firing} />
      <TradeFiring firing={firing} />
      {!is_read && (
        <Button
          size="sm"
          variant="ghost"
          data-mark-read=""
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget)
            void markRead({ ids: [id] })
          }}
        >
          Mark as read
        </Button>
      )}
    </Entry>
  )
}
