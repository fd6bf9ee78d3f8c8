import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { CHECKLIST } from '../../../platform/documents/document-specs.ts'
import { useDocument } from '../../../platform/documents/use-document.ts'
import { changeChannel } from '../../../platform/mirror/views/view-state.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { unguarded, useTradingQuery } from '../../trading/index.ts'
import { accountsQuery, reviewQuery, useToday, yesterdayOf } from '../review-query.ts'
import { checklistStep } from './cycle-steps.ts'

export function NextPanel({ className }: { readonly className: string }) {
  const today = useToday()
  const { day, from, to } = yesterdayOf(today)
  const { data: view = null, error } = useTradingQuery()
  const { data, isPending } = useQuery(reviewQuery({ from, to }), queryClient)
  const accounts = useQuery(accountsQuery, queryClient)
  const checklist = useDocument(CHECKLIST)
  // Waits until the step is final: the button must not change under the pointer.
  const isOpen = view !== null && view.positions.size > 0
  const isLate = view !== null && !isOpen && (isPending || accounts.isPending || checklist.state === 'loading')
  if ((view === null && error === null) || isLate) {
    return (
      <Panel title="Next step" className={className}>
        <div role="status" aria-label="Loading the next step" data-loading="" className="p-3">
          <Skeleton className="h-8 w-full" />
        </div>
      </Panel>
    )
  }
  const step = nextStep({
    positions: view === null ? null : [...view.positions.values()],
    orders: [...(view?.orders.values() ?? [])],
    closedYesterday: data?.trips.counted ?? null,
    isPrepared: checklist.state === 'ready' && checklist.value !== null ? checklistStep(checklist.value, today).state === 'done' : null,
    hasTraded: accounts.data === undefined ? null : accounts.data.data.length > 0,
    day,
  })
  return (
    <Panel title="Next step" className={className}>
      <Step step={step} />
    </Panel>
  )
}

function Step({ step: { text, button, to, symbol } }: { readonly step: NextStep }) {
  const showCoin = () => {
    if (symbol !== undefined) changeChannel(1, { instrument: { symbol, label: symbol } })
  }
  return (
    <div className="flex flex-col items-start justify-center gap-3 p-3">
      <p className="min-w-0 font-medium text-18 text-ink-1">{text}</p>
      <ButtonLink variant="primary" size="lg" to={to} onClick={showCoin}>
        {button}
      </ButtonLink>
    </div>
  )
}

type NextStep = {
  readonly text: string
  readonly button: string
  readonly to: string
  readonly symbol?: string | undefined
}

export type TradingStatus = {
  readonly positions: readonly TradingPosition[] | null
  readonly orders: readonly TradingOrder[]
  readonly closedYesterday: number | null
  readonly isPrepared: boolean | null
  /** Whether the journal has a trade; null if not known. */
  readonly hasTraded: boolean | null
  readonly day: string
}

/** Priority: open risk, the first trade, yesterday's review, today's preparation. */
export function nextStep({ positions, orders, closedYesterday, isPrepared, hasTraded, day }: TradingStatus): NextStep {
  if (positions === null)
    return { text: 'Your open positions could not be loaded. Look at them on Trade.', button: 'Open Trade', to: '/claw/trade' }
  const bare = unguarded(positions, orders)
  if (bare.length > 0)
    return {
      text: `Without a stop: ${bare.join(', ')}. One large move can cost more than you planned.`,
      button: 'Set a stop',
      to: '/claw/trade',
      symbol: bare[0],
    }
  if (positions.length > 0)
    return {
      text: positions.length === 1 ? 'One position is open.' : `${positions.length} positions are open.`,
      button: 'Manage on Trade',
      to: '/claw/trade',
    }
  if (hasTraded === false)
    return {
      text: 'Make your first paper trade with the first lesson. It takes about three minutes.',
      button: 'Start the first lesson',
      to: '/claw/learn?lesson=first-trade',
    }
  if (closedYesterday !== null && closedYesterday > 0)
    return {
      text:
        closedYesterday === 1
          ? 'One trade was closed yesterday. Review it while it is fresh.'
          : `${closedYesterday} trades were closed yesterday. Review them while they are fresh.`,
      button: 'Review yesterday',
      to: `/claw/posttrade?from=${day}&to=${day}`,
    }
  if (isPrepared === false)
    return { text: 'Nothing is open. Today’s checklist is not done yet.', button: 'Prepare on Pre-trade', to: '/claw/pretrade' }
  return { text: 'Nothing is open.', button: 'Open Trade', to: '/claw/trade' }
}
