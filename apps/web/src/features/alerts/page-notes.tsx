import { useEffect } from 'react'
import { followIdeaNews, useIdeaNews } from '../../alerts/idea-news/idea-news.ts'
import { newOnIdeas } from '../../alerts/idea-news/idea-news-words.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { useMarketState } from '../../live/market/market-status.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import * as WORDS from './alerts-page-words.ts'
import { countText } from './bell/count-text.ts'

/** The bell counts news of ideas, too: where they are. */
export function IdeasNote() {
  useEffect(followIdeaNews, [])
  const unread = useIdeaNews((news) => news.unread)
  return unread === null || unread === 0 ? null : (
    <ButtonLink to="/claw/social?tab=you" size="sm" className="self-start">
      {newOnIdeas(countText(unread))}
    </ButtonLink>
  )
}

/** What is on show may be old, and nothing can be changed. Without a network the shell says so, once. */
export function OfflineNote() {
  const isOnline = useIsOnline()
  const isOffline = useMarketState(({ link }) => link === 'offline')
  return isOnline && isOffline ? (
    <p role="status" className="alerts-offline">
      {WORDS.serverUnreachable}
    </p>
  ) : null
}
