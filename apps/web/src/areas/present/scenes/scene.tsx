import type { Known } from '@aerie/core/known'
import type { Interval } from '@aerie/core/market/candle'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { ChangeSpan, Present } from '@aerie/wire/market/present'
import { createElement, useEffect, useRef } from 'react'
import { DASH } from '../../../platform/format/figures.ts'
import { clockText, hoursText, moveText, priceText } from '../../../platform/format/market-text.ts'
import { type BoardCoin, type BoardState, boardQuery } from '../../../platform/live/market/board.ts'
import type { ChannelView } from '../../../platform/mirror/views/view-state.ts'
import { ErrorText } from '../../../ui/states/error-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import type { PriceChartProps } from '../../chart/index.ts'
import { type ForecastReading, horizonPoint, isPredicted, useForecast, useForecastTiming, WaitingText } from '../../forecast/index.ts'
import { HeatMap } from '../map/heat-map.tsx'
import { changeOver, type Mover, moversOf } from '../map/tiles.ts'
import { changeText, spanLabels } from '../messages.ts'
import { useBox } from '../use-box.ts'
import type { Step } from '../wall/steps.ts'
import { useChartPart } from './chart-part.ts'

type MarketStep = Exclude<Step, { readonly symbol: string }>

type SceneProps = { readonly step: Step; readonly board: BoardState; readonly settings: Present; readonly view: ChannelView }

export function Scene({ step, board, settings, view }: SceneProps) {
  if ('symbol' in step) {
    const coin = board.kind === 'ready' ? board.coins.find(({ symbol }) => symbol === step.symbol) : undefined
    return <CoinScene key={step.symbol} symbol={step.symbol} coin={coin} interval={view.interval} hours={view.hours} />
  }
  return <MarketScene step={step} board={board} settings={settings} />
}

type MarketSceneProps = Omit<SceneProps, 'step' | 'view'> & { readonly step: MarketStep }

const MarketScene = ({ step, board, settings }: MarketSceneProps) => (
  <QueryView
    query={boardQuery(board)}
    skeleton={<div role="status" aria-label="Loading the market" className="wall-skeleton animate-skeleton" />}
    failed="The market could not be loaded"
  >
    {({ coins }) =>
      step.scene === 'map' ? (
        <HeatMap coins={coins.slice(0, settings.coins)} settings={settings} />
      ) : (
        <MoversScene coins={coins} span={step.span} />
      )
    }
  </QueryView>
)

const ON_EACH_SIDE = 8

function MoversScene({ coins, span }: { readonly coins: readonly BoardCoin[]; readonly span: ChangeSpan }) {
  const { gainers, losers, unknown } = moversOf(coins, span, ON_EACH_SIDE)
  return (
    <div className="wall-movers">
      <Side title="Gainers" tone="up" movers={gainers} none={noGainers(spanLabels[span])} />
      <Side title="Losers" tone="down" movers={losers} none={noLosers(spanLabels[span])} />
      {unknown > 0 && <p className="wall-note wall-movers-note">{notRanked({ unknown, coins: coins.length, span: spanLabels[span] })}</p>}
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
            <span translate="no" className="num">
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

type CoinSceneProps = {
  readonly symbol: string
  readonly coin: BoardCoin | undefined
  readonly interval: Interval
  /** Horizon of the forecast, in hours. */
  readonly hours: number
}

function CoinScene({ symbol, coin, interval, hours }: CoinSceneProps) {
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
  const reading = useForecast(symbol, hours)
  return (
    <>
      <WallChart symbol={symbol} interval={interval} forecast={reading.forecast} />
      <ForecastLine symbol={symbol} hours={hours} reading={reading} />
    </>
  )
}

type WallChartProps = Pick<PriceChartProps, 'symbol' | 'interval' | 'forecast'>

/** Remounted when the screen size changes: the chart reads its font size on creation. */
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

const ChangeFigure = ({ change, span }: { readonly change: Known<number>; readonly span: ChangeSpan }) => {
  const text = change.known ? percentText(change.value) : DASH
  const tone = text.startsWith('+') ? 'up' : text.startsWith(MINUS) ? 'down' : undefined
  return (
    <>
      <span aria-hidden="true" data-tone={tone} title={change.known ? undefined : `There is no price from ${span} ago`}>
        {text}
      </span>
      <span className="sr-only">{changeText(change, span)}</span>
    </>
  )
}

type ForecastLineProps = { readonly symbol: string; readonly hours: number; readonly reading: ForecastReading }

/** No retry button: a wall is unattended. */
function ForecastLine({ symbol, hours, reading: { query, forecast } }: ForecastLineProps) {
  if (forecast !== null) return <Value forecast={forecast} hours={hours} />
  if (query.data?.state === 'warming')
    return (
      <p className="wall-note">
        No forecast yet. <WaitingText waiting={query.data} />
      </p>
    )
  if (query.error === null) return <p className="wall-note">{`Loading the forecast for ${symbol}…`}</p>
  return (
    <p className="wall-note" role="alert">
      The forecast could not be loaded. <ErrorText error={query.error} />
    </p>
  )
}

function Value({ forecast, hours }: { readonly forecast: Forecast; readonly hours: number }) {
  const { isStale } = useForecastTiming(forecast)
  const { median, bands, time } = horizonPoint(forecast)
  const wide = bands[1]
  const { quote, anchor, issued_at } = forecast
  return (
    <p className="wall-forecast num" data-stale={isStale || undefined}>
      <span className="wall-note">{`In ${hoursText(hours)}, ${clockText(time)}`}</span> <b translate="no">{priceText(median, quote)}</b>{' '}
      <span translate="no">{moveText(median, anchor)}</span>{' '}
      <span className="wall-note">
        80%: <span translate="no">{priceText(wide.low, quote)}</span> to <span translate="no">{priceText(wide.high, quote)}</span> · made{' '}
        {clockText(issued_at)}
        {isStale && ', overdue'}
      </span>
    </p>
  )
}
