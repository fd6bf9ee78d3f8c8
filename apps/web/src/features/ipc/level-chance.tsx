import { numberText } from '@aerie/core/numbers/number-text'
import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { type KeyboardEvent, useId, useState } from 'react'
import { horizonPoint, horizonPrices } from '../../market-views/forecast/fan-bands.ts'
import { chanceText } from '../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { readLevel, setLevel, useLevel } from './level-store.ts'

type LevelChanceProps = { readonly forecast: Forecast; readonly isStale: boolean }

/** The chance that the price ends above the level: dragged on the chart, or typed here. */
export function LevelChance({ forecast, isStale }: LevelChanceProps) {
  const level = useLevel((state) => state.level) ?? forecast.anchor
  const chance = chanceAbove(horizonPrices(forecast), level)
  return (
    <div className="flex flex-col">
      <div className="flex items-center text-12 text-ink-2">
        Chance to end above a level
        <ChanceExplained />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <LevelField level={level} quote={forecast.quote} />
        <output translate="no" aria-live="polite" className={cx('num font-semibold text-24', isStale && 'opacity-80')}>
          {chanceText(chance)}
        </output>
        <span className="num text-12 text-ink-2">{`${chanceText(1 - chance)} below`}</span>
      </div>
      <p className="text-12 text-ink-2">
        at <Moment at={horizonPoint(forecast).time} />, whatever happens before. Drag the line or type a price.
      </p>
    </div>
  )
}

function LevelField({ level, quote }: { readonly level: number; readonly quote: string }) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const read = readLevel(typed ?? '')
  const isWrong = read.problem !== undefined
  const take = () => {
    if (typed === null || isWrong) return
    setLevel(read.level)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take()
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <span className="relative flex items-center gap-1">
      <label htmlFor={id} className="text-12 text-ink-2">
        {quote}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Price level in ${quote}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        value={typed ?? numberText(level).replaceAll(',', '')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={take}
        className="num min-h-8 w-32 rounded-md border border-line-input bg-surface-0 px-2 text-13 text-ink-1 aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
      />
      {isWrong && (
        <span id={`${id}-error`} role="alert" className="absolute top-full left-0 z-10 bg-surface-2 text-12 text-danger">
          {read.problem}
        </span>
      )}
    </span>
  )
}

const ChanceExplained = () => (
  <Explain title="Chance above a level">
    <p>The share of the forecast above the level at the horizon. It says nothing about prices touched before.</p>
    <Formula>P(above L) = 1 − F(ln L)</Formula>
    <p>
      F is linear in the logarithm of the price between the 21 quantiles (2.5% to 97.5%). Beyond them it falls as a power of the distance d
      from the median:
    </p>
    <Formula>P(beyond L) = 2.5% × (d(2.5%) ÷ d)^3.5</Formula>
    <p>It never reaches 0% or 100%: prices have fat tails.</p>
  </Explain>
)
