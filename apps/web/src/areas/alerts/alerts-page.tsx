import { useSearchParams } from 'react-router'
import './alerts.css'
import { MOST_IMPORTED } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { Download, EllipsisVertical, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../platform/api/error-text.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { readJsonFile } from '../../platform/storage/json-file.ts'
import { saveFile } from '../../platform/storage/save-file.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button, ButtonLink, iconButtonStyle } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { followIdeaNews, useIdeaNews } from '../social/index.ts'
import { alertCalls } from './alert-calls.ts'
import { pauseAllAlerts } from './alert-commands.ts'
import { NEW_ALERT } from './alert-draft.ts'
import { followAlertNews } from './alert-news.ts'
import { alertSummaryQuery, inTurn, refetch } from './alert-queries.ts'
import { countText } from './alert-text.ts'
import { NewLogins } from './bell/new-logins.tsx'
import { ChannelSettings } from './channels/channel-settings.tsx'
import { AlertEditor } from './editor/alert-editor.tsx'
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
    // Space below the last row for the agent's floating button.
    <div className="alerts-page mx-auto flex w-full min-w-0 max-w-[1280px] flex-auto flex-col gap-3 p-3 pb-22 min-[56rem]:px-4 min-[56rem]:pt-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-24">Trade Alerts</h1>
        <PlanNote />
        {/* On a phone always a line of its own, so that buttons that load later move nothing. */}
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:basis-full max-sm:justify-end">
          <IdeasNote />
          <PauseAll />
          <FileMenu />
          {/* One main action at a time: the open form has its own. */}
          <Button variant={isNew ? 'secondary' : 'primary'} onClick={startNew}>
            New alert
          </Button>
        </div>
      </header>
      {isNew && tab === 'alerts' && (
        <section aria-label="New alert" className="rounded-md border border-line bg-surface-1 p-4">
          <AlertEditor start={NEW_ALERT} alert={null} onDone={() => setNew(false)} />
        </section>
      )}
      <Tabs
        label="Trade Alerts sections"
        tabs={TABS}
        selected={tab}
        onSelect={setTab}
        className="rounded-md border border-line bg-surface-1"
      >
        {tab === 'alerts' && <AlertList onNew={startNew} isNew={isNew} />}
        {tab === 'history' && <FiringList />}
        {tab === 'deliveries' && <DeliveryList />}
        {tab === 'channels' && <ChannelSettings />}
      </Tabs>
      {/* Last, so that it moves nothing when it loads. Sticky below a long list, but never over the buttons of a form. */}
      <div className="sticky bottom-[calc(var(--bottom-bar)+8px+env(safe-area-inset-bottom))] z-5 flex max-w-[640px] flex-col gap-2 md:bottom-4 [.alerts-page:has(form)>&]:static">
        <NewLogins className="bell-logins max-h-[40dvh] overflow-y-auto rounded-md border border-line-strong bg-surface-1" />
      </div>
    </div>
  )
}

function useTab(): readonly [tab: TabId, setTab: (tab: TabId) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'alerts'
  return [tab, (next) => next !== tab && setParams(new URLSearchParams(next === 'alerts' ? {} : { tab: next }))]
}

function IdeasNote() {
  useEffect(followIdeaNews, [])
  const unread = useIdeaNews((news) => news.unread)
  return unread === null || unread === 0 ? null : (
    <ButtonLink to="/claw/social?tab=you" size="sm">
      {`${countText(unread)} new in Social`}
    </ButtonLink>
  )
}

/** On a phone a line of its own, so that a message that loads later moves no button. */
const PLAN_NOTE = 'max-sm:order-1 max-sm:min-h-[18px] max-sm:basis-full'

function PlanNote() {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  // Reserves space while loading to avoid layout shift.
  if (data === undefined) return <p className={PLAN_NOTE} />
  return (
    <p className={cx('num text-12 text-ink-2', PLAN_NOTE)}>
      {`${data.active} of ${data.limit} alerts`}
      {data.active >= data.limit && (
        <>
          {' · '}
          <ButtonLink size="sm" variant="ghost" to="/account/subscriptions">
            Higher limit with another plan
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

const FILE = {
  schema: z.object({
    format: z.literal('aerie-alerts-1'),
    alerts: z.array(z.unknown()).check(z.minLength(1, 'is empty'), z.maxLength(MOST_IMPORTED, `at most ${MOST_IMPORTED}`)),
  }),
  noun: 'an alerts file',
  limitBytes: 2 * 1024 * 1024,
}
const MOST_NAMED = 3

function FileMenu() {
  const input = useRef<HTMLInputElement>(null)
  const items: readonly MenuItem[] = [
    { id: 'export', label: 'Export alerts', icon: <Download size={16} />, onSelect: () => void exportAlerts() },
    { id: 'import', label: 'Import alerts…', icon: <Upload size={16} />, onSelect: () => input.current?.click() },
  ]
  return (
    <>
      <Menu
        label="Alerts as a file"
        items={items}
        trigger={(props) => (
          <button type="button" {...props} aria-label="Import and export" title="Import and export" className={iconButtonStyle}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        )}
      />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Alerts file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void importAlerts(file)
          target.value = ''
        }}
      />
    </>
  )
}

async function exportAlerts(): Promise<void> {
  try {
    saveFile('aerie-alerts.json', JSON.stringify(await alertCalls.exported(), null, 2), 'application/json')
  } catch (error) {
    notify('error', `Not exported: ${errorText(error)}`)
  }
}

async function importAlerts(file: File): Promise<void> {
  const read = await readJsonFile(file, FILE)
  if (!read.ok) return notify('error', read.message)
  try {
    const imported = await inTurn(
      () => alertCalls.imported(read.value.alerts),
      () => refetch(['alerts', 'list'], ['alerts', 'summary']),
    )
    notify(imported.refused.length === 0 ? 'success' : 'warning', importedText(imported))
  } catch (error) {
    notify('error', `Not imported: ${errorText(error)}`)
  }
}

type Imported = Awaited<ReturnType<typeof alertCalls.imported>>

export function importedText({ created, duplicates, refused }: Imported): string {
  const named = refused.slice(0, MOST_NAMED).map(({ index, reason }) => `Number ${index + 1}: ${reason}`)
  const more = refused.length - named.length
  return [
    `${created.length} ${created.length === 1 ? 'alert' : 'alerts'} imported.`,
    ...(duplicates === 0 ? [] : [`${duplicates} there already.`]),
    ...(refused.length === 0 ? [] : [`${refused.length} refused.`]),
    ...named,
    ...(more > 0 ? [`And ${more} more.`] : []),
  ].join(' ')
}
