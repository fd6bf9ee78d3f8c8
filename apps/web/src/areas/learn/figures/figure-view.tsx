import { FigureCell, TableHead } from '../../../ui/table.tsx'
import './figures.css'
import { itemAt } from '@aerie/core/item-at'
import { numberText } from '@aerie/core/numbers/number-text'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { LessonFigure, LessonFormula } from '@aerie/wire/learn'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { useId, useMemo, useState } from 'react'
import { chanceText } from '../../../platform/format/market-text.ts'
import { MiniCone } from '../../forecast/index.ts'
import { type FigureUnit, FORMULAS, type FormulaInput, normalDeviations, normalShare } from './formulas.ts'
import '../../market/depth/book-table.css'
import { cumulativeDepth, type Level } from '@aerie/core/market/order-book'
import { MINUS } from '@aerie/core/numbers/decimal-figure'

export function FigureView({ figure }: { readonly figure: LessonFigure }) {
  switch (figure.kind) {
    case 'candles':
      return <CandleFigure figure={figure} />
    case 'ladder':
      return <LadderFigure figure={figure} />
    case 'cone':
      return <ConeFigure figure={figure} />
    case 'formula':
      return <FormulaFigure formula={figure.formula} />
  }
}

function FormulaFigure({ formula }: { readonly formula: LessonFormula }) {
  const { inputs, results } = FORMULAS[formula]
  const [values, setValues] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(inputs.map(({ name, start }) => [name, start])),
  )
  const labels = FORMULA_LABELS[formula]
  return (
    <div className="learn-formula">
      {inputs.map((input) => (
        <Slider
          key={input.name}
          label={labels[input.name] ?? ''}
          input={input}
          value={values[input.name] ?? input.start}
          onChange={(value) => setValues({ ...values, [input.name]: value })}
        />
      ))}
      <dl>
        {results((name) => values[name] ?? 0).map(({ name, unit, value }) => (
          <div key={name}>
            <dt>{labels[name]}</dt>
            <dd translate="no" className="num">
              {value === null ? 'none' : unitText(value, unit)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export const FORMULA_LABELS: Readonly<Record<LessonFormula, Readonly<Record<string, string>>>> = {
  range: { volatility: 'Volatility a year', days: 'Span', daily: 'Typical move in a day', move: 'Typical move in the span, up or down' },
  size: {
    account: 'Account',
    risk: 'Risk per trade',
    stop: 'Stop, from an entry at $200',
    size: 'Size',
    value: 'Position value',
    loss: 'Loss at the stop, fees included',
  },
  distance: { stop: 'Distance to the stop', daily: 'Volatility a day', hours: 'Time', touched: 'Chance that the stop is touched' },
  liquidation: {
    leverage: 'Leverage',
    price: 'Liquidation price, from an entry at $100',
    way: 'Fall until liquidation',
  },
  funding: {
    value: 'Position value',
    rate: 'Rate per hour',
    hours: 'Hours held',
    paid: 'A long pays (below zero: receives)',
    year: 'The same rate for a year',
  },
  spread: {
    coins: 'Coins',
    correlation: 'Correlation between all pairs',
    volatility: 'Volatility of each, a year',
    mix: 'Volatility of the portfolio',
    floor: 'Lowest possible with more coins',
  },
  recovery: { loss: 'Loss', gain: 'Gain needed to get back' },
  wait: {
    volatility: 'Volatility a year',
    days: 'Unbonding time',
    yearly: 'Yearly rate',
    move: 'Typical move while you wait, up or down',
    worth: 'Such a move is worth rewards of',
  },
  expectancy: { wins: 'Share of wins', win: 'Average win', each: 'Expectancy per trade, before fees' },
}

function ConeFigure({ figure }: { readonly figure: Extract<LessonFigure, { kind: 'cone' }> }) {
  const { anchor, percent } = figure
  const forecast = useMemo(() => coneForecast(figure), [figure])
  const [price, setPrice] = useState(anchor)
  const reach = (anchor * percent * 3) / 100
  const below = shareBelow(figure, price)
  const text = unitText(price, 'usd')
  return (
    <div className="learn-formula">
      <MiniCone forecast={forecast} hasStart label={labelText} />
      <p className="learn-cone-key">
        {([50, 80, 95] as const).map((band) => (
          <span key={band}>
            <span className="fan-key" data-band={band} aria-hidden="true" /> {`${band}% band`}
          </span>
        ))}
      </p>
      <Slider
        label="Price"
        input={{ unit: 'usd', least: anchor - reach, most: anchor + reach, step: reach / 100 }}
        value={price}
        onChange={setPrice}
      />
      <dl>
        <div>
          <dt>{`Below ${text}`}</dt>
          <dd translate="no" className="num">
            {chanceText(below)}
          </dd>
        </div>
        <div>
          <dt>{`Above ${text}`}</dt>
          <dd translate="no" className="num">
            {chanceText(1 - below)}
          </dd>
        </div>
      </dl>
    </div>
  )
}

const labelText = ({ median, low, high }: Readonly<Record<'median' | 'low' | 'high', string>>) =>
  `Example forecast: median ${median}, 95% between ${low} and ${high}.`

type Cone = Extract<LessonFigure, { kind: 'cone' }>

/** Quantile of a log-normal distribution around the anchor; width grows with the square root of time. */
const priceAt = ({ anchor, hours, percent }: Cone, share: number, after: number): number =>
  anchor * Math.exp((percent / 100) * Math.sqrt(after / hours) * normalDeviations(share))

export const coneForecast = (cone: Cone): Forecast => ({
  symbol: 'EXAMPLE',
  issued_at: 0,
  hours: cone.hours,
  anchor: cone.anchor,
  quantiles: QUANTILE_LEVELS.map((level) => [level, priceAt(cone, level, cone.hours)]),
  path: Array.from({ length: cone.hours }, (_, hour) => [hour + 1, QUANTILE_LEVELS.map((level) => priceAt(cone, level, hour + 1))]),
  model: 'example',
  source: 'sim',
  quote: 'USD',
  candles: 0,
})

export const shareBelow = ({ anchor, percent }: Cone, price: number): number => normalShare(Math.log(price / anchor) / (percent / 100))

const STEP = 20
const HEIGHT = 160
const EDGE = 8

function CandleFigure({ figure: { candles, marks } }: { readonly figure: Extract<LessonFigure, { kind: 'candles' }> }) {
  const [chosen, setChosen] = useState(marks[0]?.at ?? 0)
  const [low, high] = [Math.min(...candles.map(([, , least]) => least)), Math.max(...candles.map(([, most]) => most))]
  const y = (price: number) => HEIGHT - EDGE - ((price - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)
  const [open, top, bottom, close] = itemAt(candles, chosen)
  const mark = marks.find(({ at }) => at === chosen)
  const facts = [
    ['Open', open],
    ['High', top],
    ['Low', bottom],
    ['Close', close],
  ] as const
  return (
    <div className="learn-formula">
      <svg
        viewBox={`0 0 ${candles.length * STEP} ${HEIGHT}`}
        role="img"
        aria-label={`Example chart of ${candles.length} candles`}
        className="learn-candles"
      >
        {candles.map(([first, most, least, last], index) => (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: candles are identified by position
            key={index}
            data-way={last >= first ? 'up' : 'down'}
            data-chosen={index === chosen || undefined}
            onPointerDown={() => setChosen(index)}
          >
            <rect className="learn-candle-place" x={index * STEP} y={0} width={STEP} height={HEIGHT} />
            <path d={`M${(index + 0.5) * STEP} ${y(most)}V${y(least)}`} />
            <rect x={index * STEP + 4} y={y(Math.max(first, last))} width={STEP - 8} height={Math.max(1, Math.abs(y(first) - y(last)))} />
          </g>
        ))}
      </svg>
      <Slider
        label="Candle"
        input={{ unit: 'count', least: 1, most: candles.length, step: 1 }}
        value={chosen + 1}
        onChange={(value) => setChosen(value - 1)}
      />
      <dl>
        {facts.map(([name, price]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate="no" className="num">
              {numberText(price)}
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="learn-mark">
        {mark?.text}
      </p>
    </div>
  )
}

type LadderFigureProps = { readonly figure: Extract<LessonFigure, { kind: 'ladder' }> }

function LadderFigure({ figure: { bids, asks } }: LadderFigureProps) {
  const all = asks.reduce((sum, [, size]) => sum + size, 0)
  const [size, setSize] = useState(asks[0]?.[1] ?? 0)
  const { average, slippagePercent, left } = walkAsks(asks, size)
  const most = Math.ceil(all * 1.2)
  return (
    <div className="learn-formula">
      <table className="book-table learn-ladder">
        <caption className="sr-only">Example order book</caption>
        <TableHead titles={['Price', 'Size', 'Total']} />
        <tbody>
          {rowsOf(asks)
            .map((row) => <LadderRow key={row.price} row={row} side="ask" taken={Math.min(row.size, size - (row.total - row.size))} />)
            .toReversed()}
          {rowsOf(bids).map((row) => (
            <LadderRow key={row.price} row={row} side="bid" taken={0} />
          ))}
        </tbody>
      </table>
      <Slider
        label="Buy at the market"
        input={{ unit: 'coins', least: most / 100, most, step: most / 100 }}
        value={size}
        onChange={setSize}
      />
      <dl>
        <Fact name="Average price" text={average === null ? 'none' : unitText(average, 'usd')} />
        <Fact name="Slippage against the best ask" text={slippagePercent === null ? 'none' : unitText(slippagePercent, 'percent')} />
        {left > 1e-9 && <Fact name="Not filled" text={unitText(left, 'coins')} />}
      </dl>
    </div>
  )
}

type Row = { readonly price: number; readonly size: number; readonly total: number }
const rowsOf = (levels: readonly Level[]): Row[] =>
  cumulativeDepth(levels).map(({ price, total }, index) => ({ price, total, size: levels[index]?.[1] ?? 0 }))

type LadderRowProps = { readonly row: Row; readonly side: 'bid' | 'ask'; readonly taken: number }
const LadderRow = ({ row, side, taken }: LadderRowProps) => (
  <tr data-side={side} data-taken={taken > 1e-9 || undefined}>
    <FigureCell className="num">{numberText(row.price)}</FigureCell>
    <FigureCell className="num">{numberText(row.size)}</FigureCell>
    <FigureCell className="num">{numberText(row.total)}</FigureCell>
  </tr>
)

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd translate="no" className="num">
      {text}
    </dd>
  </div>
)

/** `left` exceeds the displayed depth and cannot be filled. */
type Walk = { readonly average: number | null; readonly slippagePercent: number | null; readonly left: number }

/** Asks must be sorted best first. */
export function walkAsks(asks: readonly Level[], size: number): Walk {
  let left = size
  let cost = 0
  for (const [price, offered] of asks) {
    const taken = Math.min(left, offered)
    cost += taken * price
    left -= taken
  }
  const filled = size - left
  const best = asks[0]?.[0]
  if (filled <= 0 || best === undefined) return { average: null, slippagePercent: null, left }
  return { average: cost / filled, slippagePercent: (cost / filled / best - 1) * 100, left }
}

type SliderProps = {
  readonly label: string
  readonly input: Omit<FormulaInput, 'name' | 'start'>
  readonly value: number
  readonly onChange: (value: number) => void
}

function Slider({ label, input: { least, most, step, unit }, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="learn-slider">
      <label htmlFor={id}>{label}</label>
      <output translate="no" htmlFor={id} className="num">
        {unitText(value, unit)}
      </output>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={unitText(value, unit)}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  )
}

const UNITS: Readonly<Record<FigureUnit, (text: string) => string>> = {
  percent: (text) => `${text}%`,
  usd: (text) => (text.startsWith(MINUS) ? `${MINUS}$${text.slice(1)}` : `$${text}`),
  coins: (text) => `${text} coins`,
  days: (text) => (text === '1' ? '1 day' : `${text} days`),
  hours: (text) => (text === '1' ? '1 hour' : `${text} hours`),
  times: (text) => `${text}×`,
  r: (text) => `${text}R`,
  count: (text) => text,
  ratio: (text) => text,
}
const DIGITS: Readonly<Record<FigureUnit, number>> = {
  percent: 2,
  usd: 2,
  coins: 3,
  days: 0,
  hours: 0,
  times: 0,
  r: 2,
  count: 0,
  ratio: 2,
}
const FINE = 4

export function unitText(value: number, unit: FigureUnit): string {
  const digits = unit === 'percent' && value !== 0 && Math.abs(value) < 0.1 ? FINE : DIGITS[unit]
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: unit === 'usd' ? 2 : 0 })
  return UNITS[unit](/^-[0.]+$/.test(text) ? text.slice(1) : text.replace('-', MINUS))
}
