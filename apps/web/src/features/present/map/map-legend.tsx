import type { ChangeSpan, Present } from '@aerie/wire/market/present'
import { useMarketStatus } from '../../../live/market/market-status.ts'
import { PRESENT_WORDS as WORDS } from '../present-words.ts'
import { SPAN_WORDS } from '../wall/wall-words.ts'
import { FULL_AT } from './tiles.ts'

const SHADES = [-4, -3, -2, -1, 0, 1, 2, 3, 4]

type LegendProps = { readonly span: ChangeSpan; readonly sizing: Present['sizing']; readonly capless: number }

/** What size and colour of the tiles mean, and what is not on the map. */
export function MapLegend({ span, sizing, capless }: LegendProps) {
  const isReplay = useMarketStatus()?.source === 'replay'
  return (
    <div className="wall-legend num">
      <p>
        {sizing === 'cap' ? WORDS.mapLegend.sizeMarketCap(isReplay ? WORDS.mapLegend.atTodaysSupply : '') : WORDS.mapLegend.tilesOfSameSize}{' '}
        {WORDS.mapLegend.colourChangeOver} {SPAN_WORDS[span]}.{capless > 0 && WORDS.mapLegend.notShown(capless)}
      </p>
      <p className="wall-legend-scale">
        −{FULL_AT[span]}%
        {SHADES.map((shade) => (
          <i key={shade} data-shade={shade} aria-hidden="true" />
        ))}
        +{FULL_AT[span]}% <i data-shade="unknown" aria-hidden="true" /> {WORDS.mapLegend.notKnown}
      </p>
    </div>
  )
}
