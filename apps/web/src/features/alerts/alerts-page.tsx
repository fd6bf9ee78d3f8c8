import { useSearchParams } from 'react-router'
import './alerts.css'
import { useEffect, useState } from 'react'
import { NEW_ALERT } from '../../alerts/alert-draft.ts'
import { followAlertNews } from '../../alerts/alert-news.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { PauseAll, PlanNote } from './alerts-summary.tsx'
import { NewLogins } from './bell/new-logins.tsx'
import { ChannelSettings } from './channels/channel-settings.tsx'
import { AlertEditor } from './editor/alert-editor.tsx'
import { FileMenu } from './file-menu.tsx'
import { DeliveryList } from './history/delivery-list.tsx'
import { FiringList } from './history/firing-list.tsx'
import { AlertList } from './list/alert-list.tsx'
import { IdeasNote } from './page-notes.tsx'

const TABS = [
  { id: 'alerts', title: 'Alerts' },
  { id: 'history', title: 'History' },
  { id: 'deliveries', title: 'Deliveries' },
  { id: 'channels', title: 'Channels' },
] as const
type TabId = (typeof TABS)[number]['id']

/** Trade alerts: what is watched, what fired, what became of it, and where it is told. */
export function AlertsPage() {
  usePageTitle('Trade Alerts')
  useEffect(followAlertNews, [])
  const [tab, setTab] = useTab()
  const [isNew, setNew] = useState(false)
  const startNew = () => {
    setTab('alerts')
    setNew(true)
  }
  return (
    <div className="alerts-page">
      <header className="alerts-head">
        <h1 className="font-semibold text-24">Trade Alerts</h1>
        <PlanNote />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <PauseAll />
          <FileMenu />
          <Button variant="primary" onClick={startNew}>
            New alert
          </Button>
        </div>
      </header>
      {isNew && tab === 'alerts' && (
        <section aria-label="New alert" className="alerts-new">
          <AlertEditor start={NEW_ALERT} alert={null} onDone={() => setNew(false)} />
        </section>
      )}
      <Tabs label="Trade Alerts sections" tabs={TABS} selected={tab} onSelect={setTab} className="alerts-tabs">
        {tab === 'alerts' && <AlertList onNew={startNew} />}
        {tab === 'history' && <FiringList />}
        {tab === 'deliveries' && <DeliveryList />}
        {tab === 'channels' && <ChannelSettings />}
      </Tabs>
      <div className="alerts-news">
        <NewLogins className="bell-logins alerts-logins" />
        <IdeasNote />
      </div>
    </div>
  )
}

function useTab(): readonly [tab: TabId, setTab: (tab: TabId) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'alerts'
  return [tab, (next) => next !== tab && setParams(new URLSearchParams(next === 'alerts' ? {} : { tab: next }))]
}
