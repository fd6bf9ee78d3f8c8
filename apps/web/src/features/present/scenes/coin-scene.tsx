import type { Interval } from '@aerie/core/market/candle'
import { shortNumberText } from '@aerie/core/numbers/short-number-text'
import { createElement, useEffect, useRef } from 'react'
import type { PriceChartProps } from '../../../chart-engine/price-chart-props.ts'
import type { BoardCoin } from '../../../live/market/board.ts'
import { isPredicted } from '../../../market-views/forecast/forecast-query.ts'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { useForecast } from '../../../market-views/forecast/use-forecast.ts'
import { DASH } from '../../../platform/format/figures.ts'
import { changeOver } from '../map/tiles.ts'
import { useBox } from '../use-box.ts'
import { ChangeFigure } from './change-figure.tsx'
import { useChartPart } from './chart-part.ts'
import { ForecastLine } from './forecast-line.tsx'

type CoinSceneProps = {
  readonly symbol: string
  readonly coin: BoardCoin | undefined
  readonly interval: Interval
  /** Horizon of the forecast, in hours. */
  readonly hours: number
}

/** One coin: its figures, its chart, and the cone of its forecast where there is one. */
export function CoinScene({ symbol, coin, interval, hours }: CoinSceneProps) {
  return (
    <div className="wall-coin">
      <CoinHead symbol={symbol} coin={coin} />
      {isPredicted(symbol) ? (
        <Predicted symbol={symbol} interval={interval} hours={hours} />
      ) : (
        <>
          <WallChart symbol={symbol} interval={interval} forecast={null} />
          <p className="wall-note">{`There is no forecast for ${symbol}.`}</p>
        </>
      )}
    </div>
  )
}

const SPANS = ['1h', '24h', '7d'] as const

function CoinHead({ symbol, coin }: Pick<CoinSceneProps, 'symbol' | 'coin'>) {
  if (coin === undefined) return <h2 className="wall-coin-head">{symbol}</h2>
  return (
    <div className="wall-coin-head" data-stale={coin.isStale || undefined}>
      <h2>
        <img src={coin.logo} alt="" /> {coin.name} <span className="wall-note">{symbol}</span>
      </h2>
      <p translate="no" className="wall-coin-price num">
        {coin.price === null ? <NoPrice /> : priceText(coin.price, coin.quote)}
      </p>
      <dl className="wall-coin-figures num">
        {SPANS.map((span) => (
          <div key={span}>
            <dt className="wall-note">{span}</dt>
            <dd>
              <ChangeFigure change={changeOver(coin, span)} span={span} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="wall-note">Cap</dt>
          <dd translate="no">{coin.marketCap === null ? DASH : shortNumberText(coin.marketCap)}</dd>
        </div>
      </dl>
    </div>
  )
}

const NoPrice = () => (
  <>
    {DASH} <span className="sr-only">no price has been received yet</span>
  </>
)

function Predicted({ symbol, interval, hours }: Pick<CoinSceneProps, 'symbol' | 'interval' | 'hours'>) {
  const state = useForecast(symbol, hours)
  return (
    <>
      <WallChart symbol={symbol} interval={interval} forecast={state.kind === 'value' ? state.forecast : null} />
      <ForecastLine symbol={symbol} hours={hours} state={state} />
    </>
  )
}

type WallChartProps = Pick<PriceChartProps, 'symbol' | 'interval' | 'forecast'>

/** The chart takes the wallboard's type when it is made: with another size of the screen, it is made again. */
function WallChart(props: WallChartProps) {
  const part = useChartPart()
  const place = useRef<HTMLDivElement>(null)
  const box = useBox(place)
  const type = box === null ? null : Math.round(box.notePx)
  useEffect(() => place.current?.style.setProperty('--chart-text', `${type ?? 0}px`), [type])
  return (
    <div ref={place} className="wall-chart">
      {part === null && <div role="status" aria-label="Loading the chart" className="wall-skeleton size-full animate-skeleton" />}
      {part !== null &&
        type !== null &&
        createElement(part, { ...props, key: `${props.symbol} ${type}`, isBare: true, className: 'size-full' })}
    </div>
  )
}
