import { useEffect } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { EventLinks, followAlertNews, markRead, useAlertNews } from '../alerts/index.ts'

/** The newest unread liquidation, until it is dismissed here or read in the bell. */
export function LiquidationBanner() {
  useEffect(followAlertNews, [])
  const firing = useAlertNews(({ firings }) => firings?.find(({ terms, is_read }) => terms.kind === 'liquidated' && !is_read))
  if (firing === undefined) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1 border-danger border-b bg-surface-1 px-3 py-2 text-13">
      <p className="num min-w-0 flex-1 text-danger">{firing.text}</p>
      <EventLinks firing={firing} />
      <Button size="sm" variant="ghost" onClick={() => void markRead({ ids: [firing.id] })}>
        Dismiss
      </Button>
    </div>
  )
}
