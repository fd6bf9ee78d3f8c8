import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { isSettled, type TrackedTransaction } from '../../wallet/transaction-state.ts'
import { dismissTransaction, useTransactions } from '../../wallet/transactions.ts'
import { TransactionLink } from './transaction-link.tsx'
import { etherText, transactionText } from './transaction-words.ts'

type TransactionCardsProps = {
  readonly kinds: readonly string[]
  /** Called once for each that is settled, to read anew what it has changed. */
  readonly onSettled: (transaction: TrackedTransaction) => void
}

/** The transactions of some kinds, each with where it is. Goes on with those of an earlier page. */
export function TransactionCards({ kinds, onSettled }: TransactionCardsProps) {
  const shown = useTransactions().filter(({ kind }) => kinds.includes(kind))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Your transactions" className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface-1">
      {shown.map((transaction) => (
        <Card key={transaction.id} transaction={transaction} onSettled={onSettled} />
      ))}
    </ul>
  )
}

function Card({ transaction, onSettled }: { readonly transaction: TrackedTransaction } & Pick<TransactionCardsProps, 'onSettled'>) {
  const { id, title, state, hash } = transaction
  const isDone = isSettled(transaction)
  const tell = useEffectEvent(() => onSettled(transaction))
  useEffect(() => {
    if (isDone) tell()
  }, [isDone])
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div role="status" className="min-w-0">
        <p className="flex items-center gap-2 font-medium text-13 text-ink-1">
          {!isDone && <Spinner />}
          {title}
        </p>
        <p className={cx('text-13', state === 'failed' ? 'text-danger' : 'text-ink-2')}>{transactionText(transaction)}</p>
        {state === 'confirm-in-wallet' && <Cost transaction={transaction} />}
      </div>
      <div className="flex items-center gap-2">
        {hash !== null && <TransactionLink hash={hash} />}
        {isDone && (
          <Button size="sm" aria-label={`Dismiss: ${title}`} onClick={() => dismissTransaction(id)}>
            Dismiss
          </Button>
        )}
      </div>
    </li>
  )
}

function Cost({ transaction: { estimate } }: { readonly transaction: TrackedTransaction }) {
  if (estimate === null || estimate.maxFeePerGas === null)
    return <p className="text-12 text-ink-2">What it costs is not known here; your wallet says it.</p>
  return <p className="text-12 text-ink-2">At most {etherText(BigInt(estimate.gas) * BigInt(estimate.maxFeePerGas))} for gas.</p>
}
