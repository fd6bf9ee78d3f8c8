import type { ApexLive } from '@aerie/wire/apex-orders'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { useMirror } from '../../../mirror/mirror-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ConfirmLive } from './confirm-live.tsx'
import './live.css'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { LiveFields } from './live-fields.tsx'
import { LiveList } from './live-list.tsx'
import { liveQuery } from './live-queries.ts'
import { type LiveDraft, readLive } from './read-live.ts'
import { SeedDialog } from './seed-dialog.tsx'
import { forgetSeed, useSigner } from './signer.ts'
import { useLiveOrder } from './use-live-order.ts'

const BLANK: LiveDraft = {
  side: 'buy',
  type: 'limit',
  size: '',
  price: '',
  trigger: '',
  timeInForce: 'gtc',
  isPostOnly: false,
  isReduceOnly: false,
}

/** Live orders of a coin at ApeX Omni: marked as such from top to bottom. */
export function LiveTicket({ symbol }: { readonly symbol: string }) {
  const { data, error, isFetching, refetch } = useQuery(liveQuery, queryClient)
  const isFollower = useMirror(({ state }) => state?.role === 'follower')
  // Whoever turns back to paper leaves no seed behind.
  useEffect(() => forgetSeed, [])
  if (data === undefined && error !== null)
    return (
      <ErrorState title="Live trading could not be loaded" busy={isFetching} onRetry={() => void refetch()}>
        <ErrorText error={error} />
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading live trading" className="flex flex-col gap-2 p-3">
        <SkeletonRows count={6} className="h-7 w-full" />
      </div>
    )
  if (isFollower) return <EmptyState title="Live orders are off">This window follows another one. Place live orders there.</EmptyState>
  if (!data.is_on)
    return (
      <EmptyState
        title="Live orders are off"
        action={
          <ButtonLink size="sm" to="/account/apex">
            Account → Apex
          </ButtonLink>
        }
      >
        {data.reason}
      </EmptyState>
    )
  const instrument = data.instruments.find((one) => one.symbol === `${symbol}-USDT`)
  return (
    <div className="live">
      <p className="live-banner" role="status">
        {`LIVE. Orders from here go to ApeX Omni account …${data.account_ends ?? ''} and spend real money.`}
      </p>
      <p className="live-elsewhere">Everything outside this red frame stays on paper: ladder, hotkeys, Flatten, and the other panes.</p>
      {instrument === undefined ? (
        <p className="p-3 text-13">{`${`${symbol}-USDT`} cannot be traded on ApeX Omni now.`}</p>
      ) : (
        <LiveForm key={symbol} live={data} instrument={instrument} />
      )}
      <LiveList />
    </div>
  )
}

type FormProps = { readonly live: ApexLive; readonly instrument: ApexLive['instruments'][number] }

function LiveForm({ live, instrument }: FormProps) {
  const [draft, setDraft] = useState(BLANK)
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isReady = useSigner((state) => state.isReady)
  const order = useLiveOrder()
  const reading = readLive(draft, instrument.symbol, instrument)
  const change = (part: Partial<LiveDraft>): void => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady) {
      setAsking(true)
      return
    }
    setTried(true)
    if (reading.order !== null) void order.prepare(reading.order)
  }
  return (
    <>
      <form className="live-form" aria-label={`Live order ticket of ${instrument.symbol}`} noValidate onSubmit={submit}>
        <LiveFields draft={draft} change={change} problems={isTried ? reading.problems : {}} base={instrument.symbol.replace(/-.*/, '')} />
        {order.prepared === null && order.said !== null && (
          <p role="alert" className="ticket-warning" data-severe="">
            {order.said}
          </p>
        )}
        <button type="submit" className="ticket-submit live-submit" data-side={draft.side} aria-busy={order.isBusy || undefined}>
          <strong>{isReady ? 'Review LIVE order' : 'Unlock signing'}</strong>
        </button>
        {isReady && <SeedState />}
      </form>
      {isAsking && <SeedDialog sha256={live.signer_sha256 ?? ''} owner={ownerOf(live)} onClose={() => setAsking(false)} />}
      {order.prepared !== null && (
        <ConfirmLive
          // Opened anew where no answer came: a second Escape closes a dialog that does not want to.
          key={order.prepared.tries}
          order={order.prepared.order}
          isBusy={order.isBusy}
          isSending={order.isSending}
          said={order.said}
          onSend={() => void order.send()}
          onClose={order.drop}
        />
      )}
    </>
  )
}

const ownerOf = ({ address, network }: ApexLive) => (address === null ? null : { address, network })

const SeedState = () => (
  <p className="live-seed">
    <span role="status">Seed is in memory</span>
    <Button size="sm" onClick={forgetSeed}>
      Forget seed
    </Button>
  </p>
)
