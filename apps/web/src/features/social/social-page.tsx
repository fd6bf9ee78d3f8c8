import { useSearchParams } from 'react-router'
import './social.css'
import { useState } from 'react'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { LeaderBoard } from './board/leader-board.tsx'
import { OwnRecord } from './board/own-record.tsx'
import { AuthorHead } from './feed/author-head.tsx'
import { FeedFilters } from './feed/feed-filters.tsx'
import { IdeaFeed } from './feed/idea-feed.tsx'
import { PostForm } from './post/post-form.tsx'
import { useSocialNews } from './social-queries.ts'
import { SOCIAL_TEXT as TEXT } from './social-words.ts'
import { useFilters } from './use-filters.ts'

const TABS = [
  { id: 'feed', title: TEXT.feed },
  { id: 'board', title: TEXT.board },
  { id: 'you', title: TEXT.you },
] as const
type TabId = (typeof TABS)[number]['id']

export function SocialPage() {
  usePageTitle(TEXT.title)
  useSocialNews()
  const [tab, setTab] = useTab()
  const [isNew, setNew] = useState(false)
  return (
    <div className="social-page">
      <header className="social-head">
        <h1 className="font-semibold text-24">{TEXT.title}</h1>
        <p className="text-13 text-ink-2">{TEXT.about}</p>
        <Button variant="primary" className="ml-auto" aria-expanded={isNew} onClick={() => setNew(!isNew)}>
          {TEXT.newIdea}
        </Button>
      </header>
      {isNew && <PostForm onClose={() => setNew(false)} />}
      <Tabs label={TEXT.parts} tabs={TABS} selected={tab} onSelect={setTab} panelClassName="social-panel">
        {tab === 'feed' && <Feed />}
        {tab === 'board' && <LeaderBoard />}
        {tab === 'you' && <OwnRecord />}
      </Tabs>
    </div>
  )
}

function Feed() {
  const { filters } = useFilters()
  return (
    <>
      <FeedFilters />
      {filters.author !== undefined && <AuthorHead id={filters.author} />}
      <IdeaFeed filters={filters} />
    </>
  )
}

function useTab(): readonly [tab: TabId, setTab: (tab: TabId) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'feed'
  return [tab, (next) => next !== tab && setParams(new URLSearchParams(next === 'feed' ? {} : { tab: next }))]
}
