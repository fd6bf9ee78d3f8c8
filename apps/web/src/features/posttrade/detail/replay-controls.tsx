import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { exactText } from '../time-text.ts'
import type { TripPieces } from './trip-pieces.ts'

type ReplayControlsProps = {
  /** Steps on show, of `total`. */
  readonly count: number
  readonly total: number
  /** Steps up to the one in which the trade was opened. */
  readonly opened: number
  /** Moment of the last step on show. */
  readonly at: number
  readonly interval: string
  /** What is stored that is finer than candles; null where it could not be read. */
  readonly finest: Pick<TripPieces, 'kind' | 'everyMs'> | null
  readonly onCount: (change: (count: number) => number) => void
}

const SPEEDS = [
  [1000, '1 step a second'],
  [250, '4 steps a second'],
  [100, '10 steps a second'],
  [20, '50 steps a second'],
] as const
function finestText(finest: ReplayControlsProps['finest']): string {
  if (finest === null) return 'finer prices could not be loaded'
  return finest.kind === 'none' ? 'nothing finer stored' : priceEvery(finest.everyMs / SECOND_MS)
}
/** Some steps before the trade are shown when its replay begins. */
const LEAD = 10

/** Plays a trade by the finest prices that are stored of it, and says which. Space plays and stops, arrows step. */
export function ReplayControls({ count, total, opened, at, interval, finest, onCount }: ReplayControlsProps) {
  const [isPlaying, setPlaying] = useState(false)
  const [pace, setPace] = useState<number>(SPEEDS[1][0])
  const start = Math.max(1, opened - LEAD)
  const isRunning = isPlaying && count < total
  useEffect(
    () => (isRunning ? every(pace, () => onCount((now) => Math.min(total, now + 1))) : undefined),
    [isRunning, pace, total, onCount],
  )
  const goTo = (next: number) => {
    setPlaying(false)
    onCount(() => Math.max(1, Math.min(total, next)))
  }
  const play = () => {
    if (count >= total) onCount(() => start)
    setPlaying(!isRunning)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    play()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls, not of fields
    <div role="group" aria-label="Trade replay" className="replay" onKeyDown={onKeyDown}>
      <IconButton label="Back to the entry" onClick={() => goTo(start)}>
        <SkipBack size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="One step back" onClick={() => goTo(count - 1)}>
        <StepBack size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={isRunning ? 'Stop' : 'Replay'} onClick={play}>
        {isRunning ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </IconButton>
      <IconButton label="One step forward" onClick={() => goTo(count + 1)}>
        <StepForward size={16} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={exactText(at)}
        min={1}
        max={total}
        value={count}
        onChange={({ target }) => goTo(Number(target.value))}
      />
      <select aria-label="Speed" className="filter-input" value={pace} onChange={({ target }) => setPace(Number(target.value))}>
        {SPEEDS.map(([ms, words]) => (
          <option key={ms} value={ms}>
            {words}
          </option>
        ))}
      </select>
      <span
        className="num text-12 text-ink-2"
        title="Replay uses the finest prices stored for this trade: one every few seconds for three days, then one-minute candles for two months."
      >
        {`${exactText(at)} · ${interval} candles, ${finestText(finest)}`}
      </span>
    </div>
  )
}

const priceEvery = (seconds: number) => (seconds === 60 ? 'minute by minute' : `a price every ${seconds} s`)
