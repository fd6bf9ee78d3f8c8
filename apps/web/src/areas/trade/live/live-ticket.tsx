import { amountText, groupedDecimal } from '@aerie/core/numbers/decimal-figure'
import type { ApexLive, ApexLiveOrder, ApexOrderBody } from '@aerie/wire/apex-orders'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { dateTimeText } from '../../../platform/format/market-text.ts'
import { useMirror } from '../../../platform/mirror/mirror-store.ts'
import { withProofAsked } from '../../../platform/session/ask-proof.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { liveSideLabels, liveTimeLabels, liveTypeLabels, signerFaultTexts } from '../messages.ts'
import { LiveFields } from './live-fields.tsx'
import { LiveList } from './live-list.tsx'
import { liveCalls, liveOrdersQuery, liveQuery, textToSign } from './live-queries.ts'
import { isTaking, type LiveDraft, readLive } from './read-live.ts'
import { SeedDialog } from './seed-dialog.tsx'
import { sendLive } from './send-live.ts'
import { faultOf, forgetSeed, sign, useSigner } from './signer.ts'

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

/** Real-money orders at ApeX Omni; must be clearly marked as live. */
export function LiveTicket({ symbol }: { readonly symbol: string }) {
  const query = useQuery(liveQuery, queryClient)
  // Forget the seed when leaving live mode.
  useEffect(() => forgetSeed, [])
  return (
    <div className="flex min-h-0 flex-col">
      <QueryView
        query={query}
        loading="Loading live trading"
        failed="Live trading could not be loaded"
        errorClassName="px-3 py-2"
        rows={6}
        rowClassName="h-7 w-full"
        className="p-3"
      >
        {(live) => <Ticket live={live} symbol={symbol} />}
      </QueryView>
    </div>
  )
}

function Ticket({ live, symbol }: { readonly live: ApexLive; readonly symbol: string }) {
  const isFollower = useMirror(({ state }) => state?.role === 'follower')
  if (isFollower) return <EmptyState title="Live orders are off">This window follows another one. Place live orders there.</EmptyState>
  if (!live.is_on)
    return (
      <EmptyState
        title="Live orders are off"
        action={
          <ButtonLink size="sm" to="/account/apex">
            Account → Apex
          </ButtonLink>
        }
      >
        {live.reason}
      </EmptyState>
    )
  const instrument = live.instruments.find((one) => one.symbol === `${symbol}-USDT`)
  return (
    <div className="flex min-h-0 flex-auto flex-col overflow-auto border-2 border-danger">
      <p className="sticky top-0 z-1 bg-danger-fill px-3 py-2 font-semibold text-13 text-danger-ink" role="status">
        {`LIVE. Orders from here go to ApeX Omni account …${live.account_ends ?? ''} and spend real money.`}
      </p>
      <p className="px-3 pt-2 text-12 text-ink-2">
        Everything outside this red frame stays on paper: ladder, hotkeys, Flatten, and the other panes.
      </p>
      {instrument === undefined ? (
        <p className="p-3 text-13">{`${`${symbol}-USDT`} cannot be traded on ApeX Omni now.`}</p>
      ) : (
        <LiveForm key={symbol} live={live} instrument={instrument} />
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
      <form className="flex flex-col gap-2 p-3" aria-label={`Live order ticket of ${instrument.symbol}`} noValidate onSubmit={submit}>
        <LiveFields draft={draft} change={change} problems={isTried ? reading.problems : {}} base={instrument.symbol.replace(/-.*/, '')} />
        {order.prepared === null && order.notice !== null && (
          <p role="alert" className="py-[3px] text-danger">
            {order.notice}
          </p>
        )}
        <button
          type="submit"
          className={cx('ticket-submit min-h-11 rounded-md px-2.5 py-1 text-13 text-surface-1', draft.side === 'buy' ? 'bg-up' : 'bg-down')}
          aria-busy={order.isBusy || undefined}
        >
          <strong className="font-semibold">{isReady ? 'Review LIVE order' : 'Unlock signing'}</strong>
        </button>
        {isReady && <SeedState />}
      </form>
      {isAsking && <SeedDialog sha256={live.signer_sha256 ?? ''} owner={ownerOf(live)} onClose={() => setAsking(false)} />}
      {order.prepared !== null && (
        <ConfirmLive
          // Remounts after a lost answer: browsers force a dialog closed on the second Escape.
          key={order.prepared.tries}
          order={order.prepared.order}
          isBusy={order.isBusy}
          isSending={order.isSending}
          notice={order.notice}
          onSend={() => void order.send()}
          onClose={order.drop}
        />
      )}
    </>
  )
}

const ownerOf = ({ address, network }: ApexLive) => (address === null ? null : { address, network })

const SeedState = () => (
  <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
    <span role="status">Seed is in memory</span>
    <Button size="sm" onClick={forgetSeed}>
      Forget seed
    </Button>
  </p>
)

type ConfirmProps = {
  readonly order: ApexLiveOrder
  readonly isBusy: boolean
  /** Already submitted: cannot be aborted. */
  readonly isSending: boolean
  /** Why the dialog is still open after sending. */
  readonly notice: string | null
  readonly onSend: () => void
  readonly onClose: () => void
}

const usdt = (text: string): string => `${amountText(text)} USDT`
/** Full precision: this is what is signed. */
const exactUsdt = (text: string): string => `${groupedDecimal(text)} USDT`
const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

const rowsOf = (order: ApexLiveOrder): readonly (readonly [string, string])[] => [
  ['Account', `ApeX Omni …${order.contract.account.slice(-4)}`],
  ['Market', order.symbol],
  ['Side', liveSideLabels[order.side]],
  ['Order type', liveTypeLabels[order.type]],
  ['Size', groupedDecimal(order.size)],
  ...(order.trigger === null ? [] : [['Trigger (index)', exactUsdt(order.trigger)] as const]),
  [isTaking(order.type) ? 'Worst price' : 'Price', exactUsdt(order.price)],
  ['Size × price', usdt(order.notional)],
  ['Highest fee', usdt(order.limit_fee)],
  ['Fee rates, taker / maker', `${order.contract.taker_fee_rate} / ${order.contract.maker_fee_rate}`],
  ['Time in force', liveTimeLabels[order.time_in_force]],
  ['Post-only', yesNo(order.post_only)],
  ['Reduce-only', yesNo(order.reduce_only)],
  ['Signature valid until', dateTimeText(order.expires_at)],
  ['Client ID', order.client_id],
]

/** Final confirmation for real money: nothing is signed before it. */
function ConfirmLive({ order, isBusy, isSending, notice, onSend, onClose }: ConfirmProps) {
  const what = `${liveSideLabels[order.side]} ${groupedDecimal(order.size)} ${order.symbol}`
  return (
    <ConfirmDialog
      title="Send this LIVE order?"
      text="It spends real money at ApeX Omni. The same order is placed on paper to compare."
      action={`Send LIVE · ${what}`}
      cancel="Back"
      busy={isBusy}
      holdReason={isSending ? 'The order is being sent.' : undefined}
      className="border-2! border-danger!"
      onConfirm={onSend}
      onClose={onClose}
    >
      <dl className="num grid gap-1 text-13">
        {rowsOf(order).map(([title, figure]) => (
          <div key={title} className="flex justify-between gap-4">
            <dt className="text-ink-2">{title}</dt>
            <dd translate="no" className="wrap-anywhere text-right">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      {notice !== null && (
        <p role="alert" className="text-13 text-danger">
          {notice}
        </p>
      )}
      <p role="status" className="text-13">
        {isSending && 'Sending. It can no longer be stopped from here.'}
      </p>
    </ConfirmDialog>
  )
}

type Wish = Omit<ApexOrderBody, 'client_id'>
/**
 * `body` (the user's input) is signed; `order` is the server's version. `signature` is kept after `tries` unanswered submissions and resent
 * under the same id: a new order could be a duplicate.
 */
type Prepared = {
  readonly body: ApexOrderBody
  readonly order: ApexLiveOrder
  readonly signature: string | null
  readonly tries: number
}

const isSame = (body: ApexOrderBody, order: ApexLiveOrder): boolean =>
  (['client_id', 'symbol', 'side', 'type', 'size', 'price', 'time_in_force', 'post_only', 'reduce_only'] as const).every(
    (field) => body[field] === order[field],
  ) && (body.trigger ?? null) === order.trigger

/** Runs one task at a time: a double click within one render is one order. @param onFault receives thrown errors */
function useOnce(onFault: (error: unknown) => void) {
  const [isBusy, setBusy] = useState(false)
  const isOut = useRef(false)
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isOut.current) return
    isOut.current = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      onFault(error)
    } finally {
      isOut.current = false
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: liveOrdersQuery.queryKey })
    }
  }
  return { isBusy, once }
}

/** Lifecycle of a live order: prepare, confirm, sign, send. */
function useLiveOrder() {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [isSending, setSending] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  // A ref: a click may come before the re-render. Set to `left` on unmount.
  const stage = useRef<'open' | 'left' | 'sending'>('open')
  useEffect(
    () => () => {
      stage.current = 'left'
    },
    [],
  )
  const { isBusy, once } = useOnce((error) => {
    const fault = faultOf(error)
    setPrepared(null)
    setNotice(fault === null ? errorText(error) : signerFaultTexts[fault])
  })
  const handOn = async (order: Prepared, signature: string): Promise<void> => {
    stage.current = 'sending'
    setSending(true)
    const { isUnanswered, message } = await sendLive({ clientId: order.body.client_id, signature, isAskedAgain: order.tries > 0 })
    stage.current = 'open'
    setSending(false)
    setNotice(message)
    setPrepared(isUnanswered ? { ...order, signature, tries: order.tries + 1 } : null)
  }
  return {
    prepared,
    isBusy,
    isSending,
    notice,
    /** Discards the order unless it was already submitted. */
    drop: (): void => {
      if (stage.current === 'sending') return
      stage.current = 'left'
      setPrepared(null)
      if (prepared !== null && prepared.tries > 0)
        setNotice('The last order may have been sent. Look for it under Open and Recent before you place it again.')
    },
    prepare: (wish: Wish): Promise<void> =>
      once(async () => {
        setNotice(null)
        const body = { ...wish, client_id: newUuid() }
        const order = await withProofAsked(() => liveCalls.prepare(body))
        if (order === undefined) return
        if (!isSame(body, order))
          return setNotice('The server prepared another order than the one you entered. Nothing was signed. Go back and enter it again.')
        setPrepared({ body, order, signature: null, tries: 0 })
      }),
    /** Signs and sends the confirmed order; after a lost answer, asks for its state. */
    send: (): Promise<void> =>
      once(async () => {
        if (prepared === null) return
        setNotice(null)
        stage.current = 'open'
        const signature = prepared.signature ?? (await sign(await textToSign(prepared.body, prepared.order)))
        if (stage.current !== 'open') return setNotice('You went back. Nothing was sent.')
        await handOn(prepared, signature)
      }),
  }
}
