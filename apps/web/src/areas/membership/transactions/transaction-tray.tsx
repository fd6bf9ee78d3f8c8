import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/states/progress.tsx'
import { TransactionLink } from './transaction-link.tsx'
import { isSettled, type TrackedTransaction } from './transaction-state.ts'
import { costText, transactionText } from './transaction-text.ts'
import { dismissTransaction, useTransactions } from './transactions.ts'

type TransactionTrayProps = {
  readonly kinds: readonly string[]
  readonly onSettled: (transaction: TrackedTransaction) => void
}

const SHOWN_MS = 10 * SECOND_MS

/** Includes transactions of an earlier page. Sticky, so no layout shift; on a tablet beside the agent's button, which floats there. Expands pending ones, else the last finished until read. */
export function TransactionTray({ kinds, onSettled }: TransactionTrayProps) {
  const tray = useRef<HTMLElement>(null)
  const mine = useTransactions().filter(({ kind }) => kinds.includes(kind))
  const justSettled = useJustSettled(mine, onSettled, tray)
  const [isOpen, setOpen] = useState(false)
  const whole = wholeOf(mine, justSettled)
  const finished = mine.filter((one) => !whole.includes(one))
  if (isOpen && finished.length === 0) setOpen(false)
  if (mine.length === 0) return null
  const shown = isOpen ? mine : whole
  return (
    <section
      ref={tray}
      aria-label="Transactions"
      className="sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+--spacing(2))] z-10 divide-y divide-line overflow-hidden rounded-md border border-line-strong bg-surface-2 shadow-float md:bottom-4 md:max-lg:mr-16"
    >
      {shown.length > 0 && (
        <ul aria-label="Your transactions" className="max-h-[45dvh] divide-y divide-line overflow-y-auto">
          {shown.map((transaction) => (
            <TransactionCard key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      )}
      {finished.length > 0 && <Finished list={finished} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
    </section>
  )
}

/** Pending ones; if none, the last finished: for a while or, if failed, until read. */
function wholeOf(mine: readonly TrackedTransaction[], justSettled: string | null): readonly TrackedTransaction[] {
  const underWay = mine.filter((one) => !isSettled(one))
  if (underWay.length > 0) return underWay
  const [newest] = mine
  return newest !== undefined && (newest.id === justSettled || newest.state !== 'confirmed') ? [newest] : []
}

type FinishedProps = { readonly list: readonly TrackedTransaction[]; readonly isOpen: boolean; readonly onToggle: () => void }

function Finished({ list, isOpen, onToggle }: FinishedProps) {
  const hintId = useId()
  const dismissAll = () => {
    if (isOpen) onToggle()
    for (const { id } of list) dismissTransaction(id)
  }
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <div className="flex items-center justify-between gap-3 py-1 pr-4 pl-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-describedby={hintId}
        onClick={onToggle}
        className="num inline-flex min-h-8 items-center gap-2 rounded-md px-2 text-13 text-ink-2 hover:text-ink-1 pointer-coarse:min-h-11"
      >
        <Chevron size={14} aria-hidden="true" />
        {`${list.length} finished`}
      </button>
      <span id={hintId} hidden>
        {isOpen ? 'Shows only transactions in progress' : 'Shows finished transactions with their result'}
      </span>
      <Button size="sm" onClick={dismissAll}>
        {list.length === 1 ? 'Dismiss' : 'Dismiss all'}
      </Button>
    </div>
  )
}

function useJustSettled(
  list: readonly TrackedTransaction[],
  onSettled: TransactionTrayProps['onSettled'],
  tray: RefObject<HTMLElement | null>,
): string | null {
  const [justSettled, setJustSettled] = useState<string | null>(null)
  const underWay = useRef(new Set<string>())
  const reportSettled = useEffectEvent(onSettled)
  useLayoutEffect(() => {
    for (const one of list) {
      if (!isSettled(one)) underWay.current.add(one.id)
      else if (underWay.current.delete(one.id)) {
        setJustSettled(one.id)
        reportSettled(one)
      }
    }
  }, [list])
  useEffect(() => {
    if (justSettled === null) return
    return every(SHOWN_MS, () => {
      const isInUse = tray.current?.matches(':hover') || tray.current?.contains(document.activeElement)
      if (!isInUse) setJustSettled(null)
    })
  }, [justSettled, tray])
  return justSettled
}

function TransactionCard({ transaction }: { readonly transaction: TrackedTransaction }) {
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

/** Whether it has been pending for over a minute: a node may have dropped it, which is never reported. */
function useIsSlow({ state, startedAt }: TrackedTransaction): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), Math.max(0, startedAt + MINUTE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [startedAt])
  return isSlow && state === 'pending'
}

/** The chain responds but has never seen it: the nonce is read at first sight. */
const isUnseen = ({ nonce, isChainAway }: TrackedTransaction): boolean => nonce === null && !isChainAway

function Cost({ transaction: { estimate } }: { readonly transaction: TrackedTransaction }) {
  const cost = estimate && costText(estimate)
  return <p className="text-12 text-ink-2">{cost === null ? 'The fee is not known here; your wallet shows it.' : `Gas: ${cost}.`}</p>
}
