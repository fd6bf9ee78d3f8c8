import { type Bar, isGap } from '../../../chart-engine/bars/bars.ts'

/** A price, or the prices of a minute, within a bar; `at` is when it was known, in milliseconds. */
export type Piece = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** What a replay shows at a moment: so many bars, the last of them as far as it had come by then. */
export type ReplayStep = {
  readonly at: number
  readonly count: number
  /** Null: the last bar has closed. */
  readonly forming: Bar | null
}

/** One price of a moment. */
export const priceAt = (at: number, price: number): Piece => ({ at, open: price, high: price, low: price, close: price })

/**
 * A replay's moments: each piece within a bar, then the bar as it closed. A bar that opens begins at its own open, whatever was seen first.
 *
 * @param bars oldest first
 * @param pieces oldest first
 * @param length of a bar, milliseconds
 */
export function replaySteps(bars: readonly Bar[], pieces: readonly Piece[], length: number): ReplayStep[] {
  const steps: ReplayStep[] = []
  let next = 0
  for (const [index, bar] of bars.entries()) {
    const end = bar.timestamp + length
    let forming: Bar | null = null
    for (let piece = pieces[next]; piece !== undefined && piece.at < end; piece = pieces[next]) {
      next += 1
      // A piece of the bar's last moment tells no more than its close.
      if (piece.at < bar.timestamp || piece.at >= end - 1 || isGap(bar)) continue
      forming = withPiece(forming ?? openingOf(bar), piece)
      steps.push({ at: piece.at, count: index + 1, forming })
    }
    steps.push({ at: end - 1, count: index + 1, forming: null })
  }
  return steps
}

const openingOf = ({ timestamp, open }: Bar): Bar => ({ timestamp, open, high: open, low: open, close: open })

const withPiece = (bar: Bar, { high, low, close }: Piece): Bar => ({
  ...bar,
  high: Math.max(bar.high, high),
  low: Math.min(bar.low, low),
  close,
})

/** Place of the first step at or after a moment; of the last where none is. */
export function stepAt(steps: readonly ReplayStep[], moment: number): number {
  const found = steps.findIndex(({ at }) => at >= moment)
  return found === -1 ? Math.max(0, steps.length - 1) : found
}
