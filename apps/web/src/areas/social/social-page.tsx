import { useSearchParams } from 'react-router'
import './social.css'
import { useState } from 'react'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { LeaderBoard } from './board/leader-board.tsx'
import { OwnRecord } from './board/own-record.tsx'
import { AuthorHead } from './feed/author-head.tsx'
import { FeedFilters } from './feed/feed-filters.tsx'
import { IdeaFeed } from './feed/idea-feed.tsx'
import { PostForm } from './post/post-form.tsx'
import { useSocialNews } from './social-queries.ts'
import { useFilters } from './use-filters.ts'

const TABS = [
  { id: 'feed', title: 'Ideas' },
  { id: 'board', title: 'Board' },
  { id: 'you', title: 'You' },
] as const
type TabId = (typeof TABS)[number]['id']

export function SocialPage() {
  usePageTitle('Social')
  useSocialNews()
  const [tab, setTab] = useTab()
  const [isNew, setNew] = useState(false)
  return (
    // Space below the last card for the agent's floating button.
    <div className="mx-auto flex w-full min-w-0 max-w-[960px] flex-auto flex-col gap-3 px-4 pt-4 pb-22">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="font-semibold text-24">Social</h1>
        {/* On a phone the button stays beside the title. */}
        <p className="text-13 text-ink-2 max-md:order-1 max-md:basis-full">
          Trade ideas, scored by the market. Scores are final. Likes do not affect the ranking.
        </p>
        <Button variant="primary" className="ml-auto" aria-expanded={isNew} onClick={() => setNew(!isNew)}>
          New idea
        </Button>
      </header>
      {isNew && <PostForm onClose={() => setNew(false)} />}
      <Tabs label="Parts of Social" tabs={TABS} selected={tab} onSelect={setTab} panelClassName="flex flex-col gap-3 pt-3">
        {tab === 'feed' && <Feed onNew={() => setNew(true)} />}
        {tab === 'board' && <LeaderBoard onNew={() => setNew(true)} />}
        {tab === 'you' && <OwnRecord onNew={() => setNew(true)} />}
      </Tabs>
    </div>
  )
}

function Feed({ onNew }: { readonly onNew: () => void }) {
  const { filters } = useFilters()
  return (
    <>
      <FeedFilters />
      {filters.author !== undefined && <AuthorHead id={filters.author} />}
      <IdeaFeed filters={filters} onNew={onNew} />
    </>
  )
}

function useTab(): readonly [tab: TabId, setTab: (tab: TabId) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'feed'
  return [tab, (next) => next !== tab && setParams(new URLSearchParams(next === 'feed' ? {} : { tab: next }))]
}
