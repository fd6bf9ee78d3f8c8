import type { ApexKeys } from '@aerie/wire/apex'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { usePageTitle } from '../../../navigation/page-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { ApexHoldings } from './apex-holdings.tsx'
import { ApexKeyForm } from './apex-key-form.tsx'
import { apexCalls, apexKeysQuery, apexOverviewQuery } from './apex-queries.ts'

/** Account → Apex: the key of ApeX Omni, and what the account there holds. */
export function ApexPage() {
  usePageTitle('Apex')
  const query = useQuery(apexKeysQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Apex</h1>
      <QueryView
        query={query}
        loading="Loading your key"
        failed="Your key could not be loaded"
        rows={3}
        rowClassName="h-12 w-full"
        className=""
      >
        {(keys) => (
          <>
            <KeyPanel keys={keys} />
            {keys.is_set && <ApexHoldings />}
          </>
        )}
      </QueryView>
    </div>
  )
}

function KeyPanel({ keys }: { readonly keys: ApexKeys }) {
  const [isReplacing, setReplacing] = useState(false)
  const isForm = isReplacing || !keys.is_set
  return (
    <Panel title="ApeX Omni key">
      {isForm ? (
        <ApexKeyForm onDone={() => setReplacing(false)} isCancellable={keys.is_set} />
      ) : (
        <SavedKey keys={keys} onReplace={() => setReplacing(true)} />
      )}
      {keys.placing.reason !== null && (
        <dl className="flex flex-wrap gap-x-3 gap-y-1 border-line border-t px-4 py-3 text-13">
          <dt className="font-medium text-ink-1">Live orders</dt>
          <dd className="min-w-0 text-ink-2">{keys.placing.reason}</dd>
        </dl>
      )}
    </Panel>
  )
}

function SavedKey({ keys, onReplace }: { readonly keys: ApexKeys; readonly onReplace: () => void }) {
  const checked =
    keys.checked_at === null ? '' : new Date(keys.checked_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0">
        <p className="num font-medium text-15 text-ink-1">{`API key ending in ${keys.key_ends ?? ''}`}</p>
        <p className="num break-words text-12 text-ink-2">{`${`Account ${keys.account ?? ''}`} · ${`accepted ${checked}`}`}</p>
        <p className={cx('text-12', keys.rights === 'stated' ? 'text-ink-2' : 'text-warning')}>{rights[keys.rights ?? 'unknown']}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onReplace}>
          Replace
        </Button>
        <ConfirmedAction
          name="Delete"
          size="sm"
          title="Delete this key?"
          text="Aerie can no longer see or cancel your orders on ApeX Omni. Your orders and positions there stay open."
          call={apexCalls.remove}
          onDone={forgetKey}
        />
      </div>
    </div>
  )
}

async function forgetKey(): Promise<void> {
  queryClient.removeQueries({ queryKey: apexOverviewQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: apexKeysQuery.queryKey })
  notify('success', 'Key deleted.')
}

const rights = {
  stated: 'ApeX Omni says that it cannot withdraw.',
  confirmed: 'ApeX Omni does not say what it may do. You confirmed that it cannot withdraw.',
  unknown: 'It is not known whether it can withdraw. Replace it to have it checked.',
}
