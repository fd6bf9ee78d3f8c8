import { MINUTE_MS } from '@aerie/core/time'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/states/spinner.tsx'
import { isSettled, type TrackedTransaction } from '../../wallet/transactions/transaction-state.ts'
import { dismissTransaction } from '../../wallet/transactions/transactions.ts'
import { TransactionLink } from './transaction-link.tsx'
import { costText, transactionText } from './transaction-words.ts'

/** One transaction and where it is, as an item of a list. */
export function TransactionCard({ transaction }: { readonly transaction: TrackedTransaction }) {
  const { id, title, state, hash } = transaction
  const isDone = isSettled(transaction)
  const isSlow = useIsSlow(transaction)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div role="status" className="min-w-0">
        <p className="flex items-center gap-2 font-medium text-13 text-ink-1">
          {!isDone && <Spinner />}
          {title}
        </p>
        <p className={cx('text-13', state === 'failed' ? 'text-danger' : 'text-ink-2')}>{transactionText(transaction)}</p>
        {isSlow && (
          <p className="text-12 text-ink-2">
            {isUnseen(transaction)
              ? 'Not seen on the chain yet: it may await more signers or have been dropped. Check your wallet. If you stop watching, it may still go through.'
              : 'This is taking a while. You can speed it up or cancel it in your wallet. If you stop watching, it may still go through.'}
          </p>
        )}
        {state === 'confirm-in-wallet' && <Cost transaction={transaction} />}
      </div>
      <div className="flex items-center gap-2">
        {hash !== null && <TransactionLink hash={hash} />}
        {(isDone || isSlow) && <Leave title={title} verb={isDone ? 'Dismiss' : 'Stop watching'} onLeave={() => dismissTransaction(id)} />}
      </div>
    </li>
  )
}

const Leave = ({ title, verb, onLeave }: { readonly title: string; readonly verb: string; readonly onLeave: () => void }) => (
  <Button size="sm" aria-label={`${verb}: ${title}`} onClick={onLeave}>
    {verb}
  </Button>
)

/** Whether it has waited for its block for more than a minute: a node may have dropped it, and nobody is told of that. */
function useIsSlow({ state, startedAt }: TrackedTransaction): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), Math.max(0, startedAt + MINUTE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [startedAt])
  return isSlow && state === 'pending'
}

/** The chain answers and has never shown it: its nonce is read with its first sight. */
const isUnseen = ({ nonce, isChainAway }: TrackedTransaction): boolean => nonce === null && !isChainAway

function Cost({ transaction: { estimate } }: { readonly transaction: TrackedTransaction }) {
  const cost = estimate && costText(estimate)
  return <p className="text-12 text-ink-2">{cost === null ? 'The fee is not known here; your wallet shows it.' : `Gas: ${cost}.`}</p>
}
