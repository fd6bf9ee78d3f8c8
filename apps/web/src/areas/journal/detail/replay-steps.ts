import { type Bar, isGap } from '../../chart/index.ts'

/** `at`: when the price was known, in milliseconds. */
export type Piece = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export type ReplayStep = {
  readonly at: number
  readonly count: number
  readonly forming: Bar | null
}

export const priceAt = (at: number, price: number): Piece => ({ at, open: price, high: price, low: price, close: price })

/**
 * Each piece within a bar, then its close. A new bar starts at its own open.
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
      // A piece at the end of a bar adds nothing to its close.
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

export function stepAt(steps: readonly ReplayStep[], moment: number): number {
  const found = steps.findIndex(({ at }) => at >= moment)
  return found === -1 ? Math.max(0, steps.length - 1) : found
}
