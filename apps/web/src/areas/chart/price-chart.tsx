import { Suspense } from 'react'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import type { PriceChartProps } from './engine/price-chart-props.ts'
import { loadChartWorkspace } from './lazy-parts.ts'

const ChartWorkspace = lazyPart(loadChartWorkspace)

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
