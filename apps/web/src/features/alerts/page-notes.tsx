import { useEffect } from 'react'
import { followIdeaNews, useIdeaNews } from '../../alerts/idea-news/idea-news.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { countText } from './bell/count-text.ts'

/** The bell counts news of ideas, too: where they are. */
export function IdeasNote() {
  useEffect(followIdeaNews, [])
  const unread = useIdeaNews((news) => news.unread)
  return unread === null || unread === 0 ? null : (
    <ButtonLink to="/claw/social?tab=you" size="sm" className="self-start">
      {`${countText(unread)} new in Social`}
    </ButtonLink>
  )
}
