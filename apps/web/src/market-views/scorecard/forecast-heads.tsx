import type { ReactNode } from 'react'
import { Explain } from '../../ui/explain.tsx'
import { EXPLAINED } from './explanations.tsx'

type Head = { readonly title: string; readonly explained?: ReactNode }

/** The columns of the list of single forecasts. */
export const HEADS: readonly Head[] = [
  { title: 'Made' },
  { title: 'Came' },
  { title: 'Result', explained: EXPLAINED.state },
  { title: 'Median', explained: EXPLAINED.medianPrice },
  { title: '80% band', explained: EXPLAINED.bandPrices },
  { title: 'For' },
  { title: 'From' },
  { title: 'CRPS', explained: EXPLAINED.crpsOfOne },
  { title: 'No change', explained: EXPLAINED.noChange },
  { title: 'Source' },
  { title: 'Hash', explained: EXPLAINED.chain },
]

export const ForecastHeads = () => (
  <thead className="border-line border-y text-12 text-ink-2">
    <tr>
      {HEADS.map(({ title, explained }) => (
        <th key={title} scope="col" className="px-3 py-1.5 font-medium first:text-left">
          <span className="inline-flex items-center">
            {title}
            {explained !== undefined && <Explain title={`${title} of one forecast`}>{explained}</Explain>}
          </span>
        </th>
      ))}
    </tr>
  </thead>
)
