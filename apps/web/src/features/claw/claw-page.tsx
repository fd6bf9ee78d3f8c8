import './claw.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { ProvenanceHost } from '../../market-views/figure/provenance-host.tsx'
import { MoversPanel } from '../../market-views/market/movers-panel.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'
import { CyclePanel } from './cycle/cycle-panel.tsx'
import { NextPanel } from './cycle/next-panel.tsx'
import { ForecastsPanel } from './forecasts/forecasts-panel.tsx'
import { SpanChoice } from './forecasts/span-choice.tsx'
import { useSpan } from './forecasts/use-span.ts'
import { MarketPanel } from './market-panel.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { HoldingsPanel, RiskPanel } from './risk-panel.tsx'
import { SectionsPanel } from './sections-panel.tsx'
import { VolatilityPanel } from './volatility-panel.tsx'

/** The hub: today's market, the next step, open risk and yesterday in one look; below it what moves, the cycle and where everything is. */
export function ClawPage() {
  usePageTitle('Claw')
  const [span, setSpan] = useSpan()
  const area = useRef<HTMLDivElement>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={area} className="claw">
        <header className="claw-head">
          <h1 className="font-semibold text-24">Claw</h1>
          <SpanChoice span={span} onChange={setSpan} />
        </header>
        <div className="claw-column claw-look">
          <MarketPanel span={span} className="claw-market" />
          <ForecastsPanel className="claw-forecasts" />
        </div>
        <div className="claw-column claw-now">
          <NextPanel className="claw-next" />
          <RiskPanel className="claw-risk" />
          <ReviewPanel className="claw-review" />
        </div>
        <MoversPanel key={span} span={span} className="claw-movers" />
        <VolatilityPanel className="claw-volatility" />
        <HoldingsPanel className="claw-holdings" />
        <CyclePanel className="claw-cycle" />
        <SectionsPanel className="claw-sections" />
        <ProvenanceHost area={area} />
      </div>
    </QueryClientProvider>
  )
}
