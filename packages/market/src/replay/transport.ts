import { INTERVAL_MS } from '@aerie/core/market/candle'
import { type EpochMs, epochMs } from '@aerie/core/time'
import { REPLAY_SPEEDS } from '@aerie/wire/market/replay'
import { type MarketSource, MarketSourceError, type ReplayState, type ReplayTransport } from '../market-source.ts'
import { dayText, type Recording } from './recording.ts'
import type { ReplayClock } from './replay-clock.ts'
import { closedBy, closesAt, opensAt } from './series.ts'

type Deps = {
  readonly recording: Recording
  readonly player: ReplayClock
  /** Tells what has passed by now, and how the replay stands. */
  readonly onChange: () => void
  /** A source of the same recording that begins elsewhere. */
  readonly startingAt: (recording: Recording) => MarketSource
}

/**
 * The controls of a recording that plays. Once it has ended only a jump does anything.
 *
 * @throws MarketSourceError as `ReplayTransport` says
 */
export function replayTransport({ recording, player, onChange, startingAt }: Deps): ReplayTransport {
  const { coins, end } = recording
  const from = epochMs(Math.min(...coins.map(({ prices }) => opensAt(prices, 0))))
  const stepMs = Math.min(...coins.map(({ prices }) => INTERVAL_MS[prices.interval]))
  const unlessEnded =
    (work: () => void): (() => void) =>
    () => {
      if (player.isAtEnd()) return
      work()
      onChange()
    }
  return {
    state: (): ReplayState => ({ state: stateOf(player), speed: player.playingSpeed(), from, end: epochMs(end), stepMs }),
    pause: unlessEnded(player.pause),
    play: unlessEnded(player.play),
    step: unlessEnded(() => player.stepTo(nextClose(recording, player.now()))),
    setSpeed: (speed) => {
      if (!(speed >= REPLAY_SPEEDS.least && speed <= REPLAY_SPEEDS.most))
        throw new MarketSourceError('bad-setting', `A replay plays at ${REPLAY_SPEEDS.least} to ${REPLAY_SPEEDS.most} times the speed.`)
      player.setSpeed(speed)
      if (!player.isAtEnd()) onChange()
    },
    startingAt: (at) => {
      if (!(at >= from && at < end)) throw outside(at, from, end)
      return startingAt({ ...recording, from: at })
    },
  }
}

const stateOf = (player: ReplayClock): ReplayState['state'] => {
  if (player.isAtEnd()) return 'ended'
  return player.isPaused() ? 'paused' : 'playing'
}

/** When the next candle of any coin closes; the end where none does. */
function nextClose({ coins, end }: Recording, now: EpochMs): number {
  const next = coins.flatMap(({ prices }) => {
    const index = closedBy(prices, now)
    return index < prices.length ? [closesAt(prices, index)] : []
  })
  return Math.min(end, ...next)
}

const outside = (at: number, from: number, end: number): MarketSourceError => {
  const given = Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? dayText(at) : 'That'
  return new MarketSourceError('bad-setting', `${given} is outside the recording, which runs from ${dayText(from)} to ${dayText(end)}.`)
}
