import type { ChangeSpan, Present } from '@aerie/wire/market/present'
import { useMarketStatus } from '../../../live/market/market-status.ts'
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
        {sizing === 'cap' ? sizeMarketCap(isReplay ? ' at today’s supply' : '') : 'All tiles have the same size.'} Colour: change over{' '}
        {SPAN_WORDS[span]}.{capless > 0 && ` Not shown, market cap not known: ${capless}.`}
      </p>
      <p className="wall-legend-scale">
        −{FULL_AT[span]}%
        {SHADES.map((shade) => (
          <i key={shade} data-shade={shade} aria-hidden="true" />
        ))}
        +{FULL_AT[span]}% <i data-shade="unknown" aria-hidden="true" /> not known
      </p>
    </div>
  )
}

const sizeMarketCap = (text: string) => `Size: market cap${text}.`
