import { useQuery } from '@tanstack/react-query'
import { CHECKLIST } from '../../../documents/document-specs.ts'
import { useDocument } from '../../../documents/use-document.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { changeChannel } from '../../../mirror/views/view-state.ts'
import { useTradingQuery } from '../../../trading/account/trading-store.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { reviewQuery } from '../review-query.ts'
import { useToday, yesterdayOf } from '../yesterday.ts'
import { checklistStep } from './cycle-steps.ts'
import { type NextStep, nextStep } from './next-step.ts'

/** The next step in the loop, one click away. */
export function NextPanel({ className }: { readonly className: string }) {
  const today = useToday()
  const { day, from, to } = yesterdayOf(today)
  const { data: view = null, error } = useTradingQuery()
  const { data, isPending } = useQuery(reviewQuery({ from, to }), queryClient)
  const checklist = useDocument(CHECKLIST)
  // A step that may still become another one is not offered: the button would change under the pointer.
  const isOpen = view !== null && view.positions.size > 0
  const isLate = view !== null && !isOpen && (isPending || checklist.state === 'loading')
  if ((view === null && error === null) || isLate) {
    return (
      <Panel title="Next step" className={className}>
        <div role="status" aria-label="Loading the next step" className="p-3">
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
    day,
  })
  return (
    <Panel title="Next step" className={className}>
      <Step step={step} />
    </Panel>
  )
}

function Step({ step: { words, button, to, symbol } }: { readonly step: NextStep }) {
  const showCoin = () => {
    if (symbol !== undefined) changeChannel(1, { instrument: { symbol, label: symbol } })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-3">
      <p className="min-w-0 flex-1 text-13 text-ink-1">{words}</p>
      <ButtonLink variant="primary" to={to} onClick={showCoin}>
        {button}
      </ButtonLink>
    </div>
  )
}
