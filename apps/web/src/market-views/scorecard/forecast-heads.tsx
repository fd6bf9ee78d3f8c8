import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Explain } from '../../ui/overlays/explain.tsx'
import { Explanation } from './explanations.tsx'

type Head = { readonly title: string; readonly explained?: ReactNode; readonly className?: string }

/** Not at every width (scorecard.css). */
export const HASH = 'forecast-hash'

/** The columns of the list of single forecasts. */
export const HEADS: readonly Head[] = [
  { title: 'Made' },
  { title: 'Outcome' },
  { title: 'Result', explained: <Explanation of="state" /> },
  { title: 'Median', explained: <Explanation of="medianPrice" /> },
  { title: '80% band', explained: <Explanation of="bandPrices" /> },
  { title: 'For' },
  { title: 'From' },
  { title: 'CRPS', explained: <Explanation of="crpsOfOne" /> },
  { title: 'No change', explained: <Explanation of="noChange" /> },
  { title: 'Source' },
  { title: 'Hash', explained: <Explanation of="chain" />, className: HASH },
]

export const ForecastHeads = () => (
  <thead className="border-line border-y text-12 text-ink-2">
    <tr>
      {HEADS.map(({ title, explained, className }) => (
        <th key={title} scope="col" className={cx('px-3 py-1.5 font-medium first:text-left', className)}>
          <div className="inline-flex items-center">
            {title}
            {explained !== undefined && <Explain title={`${title} of one forecast`}>{explained}</Explain>}
          </div>
        </th>
      ))}
    </tr>
  </thead>
)
