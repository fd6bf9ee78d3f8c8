import '../../analytics/statistics.css'
import './correlation.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryClient } from '../../../../lib/http/query-client.ts'
import { type CorrelationBasis, correlationQuery } from '../../../../market-views/statistics/statistics-queries.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import type { SlotProps } from '../../../../workspace/slots/slot.ts'
import { OriginLine, StatisticsFailed, StatisticsLoading } from '../../analytics/statistics-state.tsx'
import { gridOf } from './correlation-grid.ts'
import { CorrelationMatrix } from './correlation-matrix.tsx'
import { type CorrelationOptions, parseCorrelationOptions } from './correlation-options.ts'
import { CorrelationToolbar } from './correlation-toolbar.tsx'
import { OwnCoinsDialog } from './own-coins-dialog.tsx'
import { PairDetail } from './pair-detail.tsx'
import { PairList } from './pair-list.tsx'
import { useChosenCoins } from './use-chosen-coins.ts'

/** Which coins move together, and which do not. */
export function CorrelationSlot({ options: stored, changeOptions, selectCoin }: SlotProps) {
  const options = useMemo(() => parseCorrelationOptions(stored), [stored])
  const [isChoosing, setChoosing] = useState(false)
  const change = (changed: Partial<CorrelationOptions>) => changeOptions({ ...options, ...changed })
  const { state, symbols } = useChosenCoins(options)
  return (
    <div className="stat-slot">
      <CorrelationToolbar options={options} onChange={change} onChooseCoins={() => setChoosing(true)} />
      {state === 'loading' && <StatisticsLoading label="Coins" />}
      {state === 'failed' && <EmptyState title="The coins could not be loaded">They appear here once the server responds.</EmptyState>}
      {state === 'too-few' && (
        <EmptyState
          title="Choose at least two coins"
          action={
            <Button variant="primary" onClick={() => (options.from === 'own' ? setChoosing(true) : change({ from: 'own' }))}>
              Choose coins
            </Button>
          }
        >
          Choose 2 to 30 coins to see which of them move together.
        </EmptyState>
      )}
      {state === 'ready' && <Body symbols={symbols} options={options} selectCoin={selectCoin} />}
      {isChoosing && (
        <OwnCoinsDialog
          chosen={options.own}
          onChange={(own) => change({ from: 'own', own: [...own] })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

type BodyProps = {
  readonly symbols: readonly string[]
  readonly options: CorrelationOptions
  readonly selectCoin: (symbol: string) => void
}

function Body({ symbols, options: { interval, window, method, order, view }, selectCoin }: BodyProps) {
  const basis: CorrelationBasis = { interval, window, method }
  const { data, error, refetch, isPlaceholderData } = useQuery(correlationQuery(symbols, basis), queryClient)
  const [open, setOpen] = useState<readonly [a: string, b: string] | null>(null)
  const grid = useMemo(() => data && gridOf(data, order), [data, order])
  if (open !== null) return <PairDetail a={open[0]} b={open[1]} basis={basis} onClose={() => setOpen(null)} onSelect={selectCoin} />
  if (data === undefined || grid === undefined) {
    return error === null ? (
      <StatisticsLoading label="Correlations" />
    ) : (
      <StatisticsFailed what="The correlations" error={error} onRetry={() => void refetch()} />
    )
  }
  const unknown = data.cells.filter(([, , , value]) => value === null).length
  const openPair = (a: string, b: string) => setOpen([a, b])
  return (
    <>
      <div className="stat-scroll" aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
        {view === 'matrix' ? <CorrelationMatrix grid={grid} onOpen={openPair} /> : <PairList grid={grid} onOpen={openPair} />}
        {unknown > 0 && (
          <p className="px-3 pt-1 text-12 text-ink-2">{`${unknown} of ${data.cells.length} pairs are not known (—): fewer than 20 common returns, or a price that did not move.`}</p>
        )}
      </div>
      <OriginLine source={data.source} asOf={data.as_of} error={error} />
    </>
  )
}
