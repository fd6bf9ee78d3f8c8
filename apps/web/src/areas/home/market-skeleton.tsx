import './home-market.css'
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx'

const FACTS = ['cap', 'change', 'volume', 'leader', 'breadth']
/** Rows of the movers' tables. */
const MOVERS = 5

/** In the place and size of the overview, which is loaded after the list. */
export const HomeMarketSkeleton = () => (
  <>
    <MarketStripSkeleton />
    <section aria-hidden="true" className="home-movers flex min-w-0 flex-col gap-4 rounded-md border border-line bg-surface-1 p-3">
      <Skeleton className="h-4 w-40" />
      <SkeletonRows count={MOVERS} className="h-5 w-full" />
    </section>
  </>
)

export const MarketStripSkeleton = () => (
  <div role="status" aria-label="Loading the market overview" className="home-strip">
    {FACTS.map((fact) => (
      <span key={fact} className="flex flex-col gap-2">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-4 w-20" />
      </span>
    ))}
  </div>
)
