import { Suspense } from 'react'
import type { PriceChartProps } from '../../chart-engine/price-chart-props.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/states/skeleton.tsx'

const ChartWorkspace = lazyPart(async () => (await import('./chart-workspace.tsx')).ChartWorkspace)

/**
 * Candles of one coin with everything that belongs to them: volume, indicators, drawings, the forecast as a fan, levels
 * and trades. Its code is loaded when it is first shown. It fills the element it stands in, which must have a height.
 */
export const PriceChart = (props: PriceChartProps) => (
  <Suspense
    fallback={
      <div className={cx('min-h-60 p-3', props.className)}>
        <Skeleton className="h-full w-full" />
      </div>
    }
  >
    <ChartWorkspace key={props.symbol} {...props} />
  </Suspense>
)
