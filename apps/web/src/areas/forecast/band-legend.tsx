import './forecast.css'

type BandLegendProps = {
  readonly className?: string
  readonly label?: string
  readonly median?: string
}

export const BandLegend = ({ className, label = 'Bands', median = 'Median' }: BandLegendProps) => (
  <ul aria-label={label} className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2 ${className ?? ''}`}>
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className="fan-key" data-band="median" />
      {median}
    </li>
    {[50, 80, 95].map((percent) => (
      <li key={percent} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="fan-key" data-band={percent} />
        {percent}%
      </li>
    ))}
  </ul>
)
