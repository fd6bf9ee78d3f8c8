import { useSearchParams } from 'react-router'
import './copy.css'
import { useEffect } from 'react'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { followCopyNews } from './copy-calls.ts'
import { CopyLog } from './copy-log.tsx'
import { LeaderPage } from './leader-page.tsx'
import { LeadersTable } from './leaders-table.tsx'
import { MyCopies } from './my-copies.tsx'
import { OwnLeader } from './own-leader.tsx'

const tabsText = { leaders: 'Leaders', copies: 'My copies', log: 'Log', lead: 'Be copied' }
const TABS = (['leaders', 'copies', 'log', 'lead'] as const).map((id) => ({ id, title: tabsText[id] }))
type TabId = (typeof TABS)[number]['id']

/** Copying: who can be copied, what one copies, what became of each trade, and being copied. */
export function CopyPage() {
  usePageTitle('Copy')
  useEffect(followCopyNews, [])
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'leaders'
  const leader = params.get('leader')
  const show = (next: TabId) => setParams(new URLSearchParams(next === 'leaders' ? {} : { tab: next }))
  const open = (id: string | null) => setParams(new URLSearchParams(id === null ? {} : { leader: id }))
  return (
    <div className="copy-page">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="font-semibold text-24">Copy</h1>
        <p className="text-12 text-ink-2">
          Copies trade your paper account. Nothing is copied into ApeX Omni: its orders are signed in your browser.
        </p>
      </header>
      <Tabs label="Parts of Copy" tabs={TABS} selected={tab} onSelect={show} className="copy-tabs">
        {tab === 'leaders' && leader === null && <LeadersTable onOpen={open} onLead={() => show('lead')} />}
        {tab === 'leaders' && leader !== null && (
          <LeaderPage key={leader} id={leader} onBack={() => open(null)} onCopies={() => show('copies')} />
        )}
        {tab === 'copies' && <MyCopies onChoose={() => show('leaders')} />}
        {tab === 'log' && <CopyLog />}
        {tab === 'lead' && <OwnLeader />}
      </Tabs>
    </div>
  )
}
