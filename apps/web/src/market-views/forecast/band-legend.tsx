import './forecast.css'

/** What the shades of a fan mean. */
export const BandLegend = ({ className }: { readonly className?: string }) => (
  <ul aria-label="Bands" className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2 ${className ?? ''}`}>
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className="fan-key" data-band="median" />
      Median
    </li>
    {[50, 80, 95].map((percent) => (
      <li key={percent} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="fan-key" data-band={percent} />
        {percent}%
      </li>
    ))}
  </ul>
)
