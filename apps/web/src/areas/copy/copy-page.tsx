import { useSearchParams } from 'react-router'
import './copy.css'
import type { LeaderRow } from '@aerie/wire/copies'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ScrollSection } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { PagesView } from '../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { followCopyNews, leadersQuery } from './copy-calls.ts'
import { CopyLog } from './copy-log.tsx'
import { figureGroups, groupTitle, LeaderFigure } from './leader-figure.tsx'
import { LeaderPage } from './leader-page.tsx'
import { MyCopies } from './my-copies.tsx'
import { OwnLeader } from './own-leader.tsx'

const tabsText = { leaders: 'Leaders', copies: 'My copies', log: 'Log', lead: 'Be copied' }
const TABS = (['leaders', 'copies', 'log', 'lead'] as const).map((id) => ({ id, title: tabsText[id] }))
type TabId = (typeof TABS)[number]['id']

export function CopyPage() {
  usePageTitle('Copy')
  useEffect(followCopyNews, [])
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ id }) => id === params.get('tab'))?.id ?? 'leaders'
  const leader = params.get('leader')
  const show = (next: TabId) => setParams(new URLSearchParams(next === 'leaders' ? {} : { tab: next }))
  const open = (id: string | null) => setParams(new URLSearchParams(id === null ? {} : { leader: id }))
  return (
    // Space below the last row for the agent's floating button.
    <div className="mx-auto flex w-full min-w-0 max-w-[1280px] flex-auto flex-col gap-3 px-4 pt-4 pb-22">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="font-semibold text-24">Copy</h1>
        <p className="text-12 text-ink-2">
          Copied trades go to your paper account, never to ApeX Omni, where you sign each order in your browser.
        </p>
      </header>
      <Tabs label="Parts of Copy" tabs={TABS} selected={tab} onSelect={show} className="rounded-md border border-line bg-surface-1">
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

const TITLES = ['Leader', 'Followers’ result', 'Own return', 'Daily return, lower bound', 'Max drawdown', 'Trades', 'Followers']

function LeadersTable({ onOpen, onLead }: { readonly onOpen: (id: string) => void; readonly onLead: () => void }) {
  const query = useInfiniteQuery(leadersQuery, queryClient)
  return (
    <PagesView
      query={query}
      loading="Loading leaders"
      failed="The leaders could not be loaded."
      rows={5}
      rowClassName="h-11 w-full"
      className="p-3"
      more="Show more leaders"
      empty={
        <EmptyState
          icon={<Users size={28} aria-hidden="true" />}
          title="No leaders yet"
          action={
            <Button variant="primary" onClick={onLead}>
              Let others copy you
            </Button>
          }
          example={{
            heads: ['Leader', 'Followers’ result', 'Own return', 'Max drawdown', 'Followers'],
            rows: [
              ['Trend rider', '+3.10%', '+4.80%', '−2.40%', '12'],
              ['Patient swing', '+0.90%', '+1.60%', '−1.10%', '5'],
            ],
          }}
        >
          Leaders are users of this server who let others copy them. They are ranked by what their followers earned, after fees. You can be
          the first.
        </EmptyState>
      }
    >
      {(rows) => (
        <ScrollSection className="copy-scroll" aria-label="Leaders">
          <table className="copy-table copy-leaders">
            <caption className="px-3 py-2 text-left text-12 text-ink-2">Ranked by the followers’ results after fees and slippage.</caption>
            <TableHead titles={TITLES} />
            <tbody>
              {rows.map((row) => (
                <ItemBoundary key={row.id} of={row} as={{ columns: TITLES.length }}>
                  <Leader row={row} onOpen={onOpen} />
                </ItemBoundary>
              ))}
            </tbody>
          </table>
        </ScrollSection>
      )}
    </PagesView>
  )
}

function Leader({ row, onOpen }: { readonly row: LeaderRow; readonly onOpen: (id: string) => void }) {
  const mark = row.is_own ? 'You' : row.is_copied ? 'Copied' : row.is_present ? null : 'Not in this market'
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="min-h-7 text-left font-semibold text-accent-text hover:underline"
          aria-label={`Open ${row.name}`}
          onClick={() => onOpen(row.id)}
        >
          {row.name}
        </button>
        {mark !== null && <span className="ml-2 text-11 text-ink-2">{mark}</span>}
      </th>
      {figureGroups(row).map((group) => (
        <td key={group[0].title} colSpan={group.length} data-title={groupTitle(group)}>
          <LeaderFigure {...group[0]} />
        </td>
      ))}
      <FigureCell data-title="Trades" className="num">
        {row.trades}
      </FigureCell>
      <FigureCell data-title="Followers" className="num">
        {row.followers}
      </FigureCell>
    </tr>
  )
}
