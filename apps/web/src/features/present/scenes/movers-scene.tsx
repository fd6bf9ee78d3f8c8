import { percentText } from '@aerie/core/numbers/short-number-text'
import type { ChangeSpan } from '@aerie/wire/market/present'
import type { BoardCoin } from '../../../live/market/board.ts'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { DASH } from '../../../platform/format/figures.ts'
import { type Mover, moversOf } from '../map/tiles.ts'
import { SPAN_WORDS } from '../wall/wall-words.ts'

/** As many as have room on each side at the size that can be read from afar. */
const ON_EACH_SIDE = 8

/** The coins that rose and fell most. */
export function MoversScene({ coins, span }: { readonly coins: readonly BoardCoin[]; readonly span: ChangeSpan }) {
  const { gainers, losers, unknown } = moversOf(coins, span, ON_EACH_SIDE)
  return (
    <div className="wall-movers">
      <Side title="Gainers" tone="up" movers={gainers} none={noGainers(SPAN_WORDS[span])} />
      <Side title="Losers" tone="down" movers={losers} none={noLosers(SPAN_WORDS[span])} />
      {unknown > 0 && <p className="wall-note wall-movers-note">{notRanked({ unknown, coins: coins.length, span: SPAN_WORDS[span] })}</p>}
    </div>
  )
}

type SideProps = { readonly title: string; readonly tone: 'up' | 'down'; readonly movers: readonly Mover[]; readonly none: string }

const Side = ({ title, tone, movers, none }: SideProps) => (
  <section aria-label={title} className="wall-side">
    <h2 data-tone={tone}>
      <i aria-hidden="true" data-arrow={tone} /> {title}
    </h2>
    {movers.length === 0 ? (
      <p className="wall-note">{none}</p>
    ) : (
      <ol>
        {movers.map(({ coin, percent }) => (
          <li key={coin.symbol} className="wall-mover">
            <img src={coin.logo} alt="" />
            <span className="wall-mover-name">
              <b>{coin.symbol}</b> <span className="wall-note">{coin.name}</span>
            </span>
            <span translate="no" className="num wall-mover-price">
              {coin.price === null ? DASH : priceText(coin.price, coin.quote)}
            </span>
            <b translate="no" className="num" data-tone={tone}>
              {percentText(percent)}
            </b>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const noGainers = (text: string) => `No coin has risen over ${text}.`

const noLosers = (text: string) => `No coin has fallen over ${text}.`

const notRanked = ({ unknown, coins, span }: { unknown: number; coins: number; span: string }) =>
  `${unknown} of ${coins} coins ${unknown === 1 ? 'has' : 'have'} no current price or none from ${span} ago, and ${unknown === 1 ? 'is' : 'are'} not ranked.`
