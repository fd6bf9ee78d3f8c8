import { numberText } from '@aerie/core/numbers/number-text'
import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { type KeyboardEvent, useId, useState } from 'react'
import { horizonPoint, horizonPrices } from '../../market-views/forecast/fan-bands.ts'
import { chanceText } from '../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { IPC_WORDS } from './ipc-words.ts'
import { readLevel, setLevel, useLevel } from './level-store.ts'

const { chance: WORDS } = IPC_WORDS

type LevelChanceProps = { readonly forecast: Forecast; readonly isStale: boolean }

/** The chance that the price ends above the level: dragged on the chart, or typed here. */
export function LevelChance({ forecast, isStale }: LevelChanceProps) {
  const level = useLevel((state) => state.level) ?? forecast.anchor
  const chance = chanceAbove(horizonPrices(forecast), level)
  return (
    <div className="flex flex-col">
      <div className="flex items-center text-12 text-ink-2">
        {WORDS.title}
        <ChanceExplained />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <LevelField level={level} quote={forecast.quote} />
        <output translate="no" aria-live="polite" className={cx('num font-semibold text-24', isStale && 'opacity-80')}>
          {chanceText(chance)}
        </output>
        <span className="num text-12 text-ink-2">{WORDS.below(chanceText(1 - chance))}</span>
      </div>
      <p className="text-12 text-ink-2">
        {IPC_WORDS.at} <Moment at={horizonPoint(forecast).time} />
        {WORDS.note}
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
        aria-label={WORDS.field(quote)}
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
  <Explain title={WORDS.aboutTitle}>
    <p>{WORDS.about}</p>
    <Formula>{WORDS.formula}</Formula>
    <p>{WORDS.between}</p>
    <Formula>{WORDS.tail}</Formula>
    <p>{WORDS.tailNote}</p>
  </Explain>
)
