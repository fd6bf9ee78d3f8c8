import { LearnLink } from '../../platform/navigation/learn-link.tsx'
import './forecast.css'
import { priceText } from '../../platform/format/market-text.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import type { Band } from './fan-bands.ts'

type BandListProps = { readonly bands: readonly Band[]; readonly quote: string; readonly className?: string }

export const BandList = ({ bands, quote, className }: BandListProps) => (
  <div className={className}>
    <div className="flex items-center text-12 text-ink-2">
      Bands
      <Explain title="Bands">
        <p>The chance in the name of a band is how often the price should end inside it. The scorecard shows how often it did.</p>
        <Formula>band of p = price(50% − p/2) to price(50% + p/2)</Formula>
        <Formula>price(q) = close × exp(return quantile at q)</Formula>
        <LearnLink term="cone" />
      </Explain>
    </div>
    <dl className="num grid grid-cols-[auto_1fr] gap-x-3 text-13">
      {bands.map(({ percent, low, high }) => (
        <div key={percent} className="contents">
          <dt className="flex items-center gap-1.5 text-ink-2">
            <span aria-hidden="true" className="fan-key" data-band={percent} />
            {percent}%
          </dt>
          <dd translate="no" className="text-ink-1">
            {`${priceText(low, quote)} to ${priceText(high, quote)}`}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
