import './alerts.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pauseAllAlerts } from '../../alerts/alert-commands.ts'
import { NEW_ALERT } from '../../alerts/alert-draft.ts'
import { followAlertNews } from '../../alerts/alert-news.ts'
import { alertSummaryQuery } from '../../alerts/alert-queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { useMarketState } from '../../live/market-status.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChannelSettings } from './channels/channel-settings.tsx'
import { AlertEditor } from './editor/alert-editor.tsx'
import { FileMenu } from './file-menu.tsx'
import { DeliveryList } from './history/delivery-list.tsx'
import { FiringList } from './history/firing-list.tsx'
import { AlertList } from './list/alert-list.tsx'

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
      <OfflineNote />
      {isNew && tab === 'alerts' && (
        <section aria-label="New alert" className="alerts-new">
          <AlertEditor start={NEW_ALERT} alert={null} onDone={() => setNew(false)} />
        </section>
      )}
      <Tabs label="Parts of Trade Alerts" tabs={TABS} selected={tab} onSelect={setTab} className="alerts-tabs">
        {tab === 'alerts' && <AlertList onNew={startNew} />}
        {tab === 'history' && <FiringList />}
        {tab === 'deliveries' && <DeliveryList />}
        {tab === 'channels' && <ChannelSettings />}
      </Tabs>
    </div>
  )
}

function useTab(): readonly [tab: TabId, setTab: (tab: TabId) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'alerts'
  return [tab, (next) => next !== tab && setParams(new URLSearchParams(next === 'alerts' ? {} : { tab: next }))]
}

/** How many of the plan's alerts are in use. */
function PlanNote() {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  if (data === undefined) return null
  return (
    <p className="num text-12 text-ink-2">
      {`${data.active} of ${data.limit} alerts`}
      {data.active >= data.limit && (
        <>
          {' · '}
          <ButtonLink size="sm" variant="ghost" to="/account/subscriptions">
            More with another plan
          </ButtonLink>
        </>
      )}
    </p>
  )
}

function PauseAll() {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  const [isBusy, setBusy] = useState(false)
  if (data === undefined || (data.active === 0 && !data.is_paused)) return null
  const press = () => {
    setBusy(true)
    void pauseAllAlerts(!data.is_paused).finally(() => setBusy(false))
  }
  return (
    <Button busy={isBusy} aria-pressed={data.is_paused} onClick={press}>
      {data.is_paused ? 'Resume all' : 'Pause all'}
    </Button>
  )
}

/** What is on show may be old, and nothing can be changed. Without a network the shell says so, once. */
function OfflineNote() {
  const isOnline = useIsOnline()
  const isOffline = useMarketState(({ link }) => link === 'offline')
  return isOnline && isOffline ? (
    <p role="status" className="alerts-offline">
      The server cannot be reached: this is how it was last told. Alerts are watched by the server and go on as soon as it is back.
    </p>
  ) : null
}
