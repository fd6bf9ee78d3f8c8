import { groupedDecimal } from '@aerie/core/numbers/decimal-figure'
import type { ApexOrderRow } from '@aerie/wire/apex'
import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { APEX_STATE_TEXT, apexTypeText } from '../../venues/index.ts'
import { liveSideLabels, liveTypeLabels } from '../messages.ts'
import { CancelLive } from './cancel-live.tsx'
import { LiveComparison } from './live-comparison.tsx'
import { liveCalls } from './live-queries.ts'

const hasEnded = (order: ApexOrderRow): boolean => order.state === 'filled' || order.state === 'canceled' || order.state === 'expired'

/** Whether it may still trade; includes orders without a clear answer. */
export const isOpen = ({ state, order }: ApexLiveOrder): boolean =>
  state !== 'prepared' && state !== 'refused' && (order === null || !hasEnded(order))

/** ApeX's state once accepted, else the local one. */
const stateText = ({ state, order }: ApexLiveOrder): string =>
  state === 'accepted' && order !== null ? APEX_STATE_TEXT[order.state] : liveListState[state]

const figure = (text: string | null | undefined): string => (text === null || text === undefined ? '—' : groupedDecimal(text))
const clock = (iso: string): string => new Date(iso).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' })

const nameOf = ({ side, size, symbol }: Pick<ApexOrderRow, 'side' | 'size' | 'symbol'>): string =>
  `${liveSideLabels[side]} ${figure(size)} ${symbol}`

export function LiveRow({ order }: { readonly order: ApexLiveOrder }) {
  const name = nameOf(order)
  const marks = [order.reduce_only && 'reduce-only', order.post_only && 'post-only'].filter((mark) => mark !== false)
  const filled =
    order.state === 'refused' || order.state === 'prepared' ? [] : [filledText(figure(order.order?.matched.size), figure(order.size))]
  const when = order.sent_at === null ? `prepared ${clock(order.prepared_at)}` : `sent ${clock(order.sent_at)}`
  return (
    <li>
      <Head side={order.side} name={name} state={stateText(order)} isUnknown={order.state === 'unknown'}>
        {isOpen(order) && (
          <CancelOne
            name={name}
            protects={order.trigger !== null}
            call={async () => afterCancel(await liveCalls.cancel(order.client_id))}
          />
        )}
      </Head>
      <p className="num wrap-anywhere text-12 text-ink-2">
        {[liveTypeLabels[order.type], ...pricesOf(order), ...marks, ...filled, when].join(' · ')}
      </p>
      {order.reason !== null && (
        <p role={order.state === 'unknown' ? 'alert' : undefined} className="py-[3px] text-danger">
          {order.reason}
        </p>
      )}
      {order.order !== null && (
        <details>
          <summary className="text-12 text-ink-2">Compare with paper</summary>
          <LiveComparison order={order} />
        </details>
      )}
    </li>
  )
}

type ElsewhereProps = { readonly order: ApexOrderRow; readonly isOwn: boolean }

/** Placed by another program, or recorded as refused here. */
export function ElsewhereRow({ order, isOwn }: ElsewhereProps) {
  const name = nameOf(order)
  const call = async (): Promise<string> => {
    await liveCalls.cancelAtApex(order.id)
    return 'Cancel sent. The list shows the answer of ApeX Omni.'
  }
  const facts = [
    apexTypeText(order.type),
    ...pricesOf(order),
    ...(order.reduce_only ? ['reduce-only'] : []),
    filledOf(order),
    isOwn ? 'Placed from here: ApeX Omni has it after all' : 'Placed outside Aerie',
  ]
  return (
    <li>
      <Head side={order.side} name={name} state={APEX_STATE_TEXT[order.state]}>
        <CancelOne name={name} protects={order.trigger !== null} call={call} />
      </Head>
      <p className="num wrap-anywhere text-12 text-ink-2">{facts.join(' · ')}</p>
    </li>
  )
}

const filledOf = ({ matched, size }: ApexOrderRow): string => filledText(figure(matched.size), figure(size))
const pricesOf = ({ trigger, price }: { readonly trigger: string | null; readonly price: string | null }): string[] => [
  ...(trigger === null ? [] : [`trigger ${figure(trigger)}`]),
  ...(price === null ? [] : [`at ${figure(price)}`]),
]
const afterCancel = ({ order, state }: ApexLiveOrder): string =>
  order?.state === 'canceled' || state === 'refused'
    ? 'The live order is cancelled.'
    : 'Cancel sent. The list shows the answer of ApeX Omni.'

type HeadProps = {
  readonly side: 'buy' | 'sell'
  readonly name: string
  readonly state: string
  readonly isUnknown?: boolean
  readonly children: ReactNode
}

const Head = ({ side, name, state, isUnknown = false, children }: HeadProps) => (
  <div className="num flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
    <strong className={side === 'buy' ? 'text-up' : 'text-down'}>{name}</strong>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={isUnknown ? 'font-semibold text-danger' : undefined}>{state}</span>
      {children}
    </span>
  </div>
)

type CancelOneProps = { readonly name: string; readonly protects: boolean; readonly call: () => Promise<string> }

function CancelOne({ name, protects, call }: CancelOneProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" aria-label={`Cancel LIVE ${name}`} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      {isAsking && (
        <CancelLive
          title="Cancel this LIVE order?"
          text={`${name} is cancelled at ApeX Omni. What has filled stays filled.`}
          warning={protects ? 'This order can protect a position. Without it the position has no stop from here.' : undefined}
          yes="Cancel LIVE order"
          call={call}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const filledText = (filled: string, size: string) => `${filled} / ${size} filled`

const liveListState = {
  prepared: 'Not sent',
  signed: 'Not sent',
  sent: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'OUTCOME UNKNOWN',
}
