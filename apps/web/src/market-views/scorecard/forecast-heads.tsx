import type { ReactNode } from 'react'
import { Explain } from '../../ui/explain.tsx'
import { EXPLAINED } from './explanations.tsx'
import { SCORECARD_WORDS } from './scorecard-words.ts'

const { list: LIST } = SCORECARD_WORDS
const TITLES = LIST.heads

type Head = { readonly title: string; readonly explained?: ReactNode }

/** The columns of the list of single forecasts. */
export const HEADS: readonly Head[] = [
  { title: TITLES.made },
  { title: TITLES.outcome },
  { title: TITLES.result, explained: EXPLAINED.state },
  { title: TITLES.median, explained: EXPLAINED.medianPrice },
  { title: TITLES.band, explained: EXPLAINED.bandPrices },
  { title: TITLES.due },
  { title: TITLES.anchor },
  { title: TITLES.crps, explained: EXPLAINED.crpsOfOne },
  { title: TITLES.noChange, explained: EXPLAINED.noChange },
  { title: TITLES.source },
  { title: TITLES.hash, explained: EXPLAINED.chain },
]

export const ForecastHeads = () => (
  <thead className="border-line border-y text-12 text-ink-2">
    <tr>
      {HEADS.map(({ title, explained }) => (
        <th key={title} scope="col" className="px-3 py-1.5 font-medium first:text-left">
          <span className="inline-flex items-center">
            {title}
            {explained !== undefined && <Explain title={LIST.about(title)}>{explained}</Explain>}
          </span>
        </th>
      ))}
    </tr>
  </thead>
)
