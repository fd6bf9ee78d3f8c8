import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Explain } from '../../ui/overlays/explain.tsx'
import { Explanation } from './explanations.tsx'
import { SCORECARD_WORDS } from './scorecard-words.ts'

const { list: LIST } = SCORECARD_WORDS
const TITLES = LIST.heads

type Head = { readonly title: string; readonly explained?: ReactNode; readonly className?: string }

/** Not at every width (scorecard.css). */
export const HASH = 'forecast-hash'

/** The columns of the list of single forecasts. */
export const HEADS: readonly Head[] = [
  { title: TITLES.made },
  { title: TITLES.outcome },
  { title: TITLES.result, explained: <Explanation of="state" /> },
  { title: TITLES.median, explained: <Explanation of="medianPrice" /> },
  { title: TITLES.band, explained: <Explanation of="bandPrices" /> },
  { title: TITLES.due },
  { title: TITLES.anchor },
  { title: TITLES.crps, explained: <Explanation of="crpsOfOne" /> },
  { title: TITLES.noChange, explained: <Explanation of="noChange" /> },
  { title: TITLES.source },
  { title: TITLES.hash, explained: <Explanation of="chain" />, className: HASH },
]

export const ForecastHeads = () => (
  <thead className="border-line border-y text-12 text-ink-2">
    <tr>
      {HEADS.map(({ title, explained, className }) => (
        <th key={title} scope="col" className={cx('px-3 py-1.5 font-medium first:text-left', className)}>
          <div className="inline-flex items-center">
            {title}
            {explained !== undefined && <Explain title={LIST.about(title)}>{explained}</Explain>}
          </div>
        </th>
      ))}
    </tr>
  </thead>
)
