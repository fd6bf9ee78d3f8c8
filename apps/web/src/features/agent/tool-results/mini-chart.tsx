import { percentText } from '@aerie/core/numbers/short-number-text'
import { SECOND_MS } from '@aerie/core/time'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { useAnswerWords } from '../answer/answer-language.ts'

const WIDTH = 320
const HEIGHT = 72
const EDGE = 3

type History = {
  readonly currency: string
  readonly timestamps: readonly number[]
  readonly closingPrices: readonly number[]
  readonly quote: string
}

/** The hourly closes of a history as a line, with what it amounts to in words. */
export function MiniChart({ history }: { readonly history: History }) {
  const { currency, timestamps, closingPrices, quote } = history
  const { words, dateText } = useAnswerWords()
  const [first] = closingPrices
  const last = closingPrices.at(-1)
  const [from] = timestamps
  const to = timestamps.at(-1)
  if (closingPrices.length < 2 || first === undefined || last === undefined || from === undefined || to === undefined) return null
  const change = percentText((last / first - 1) * 100)
  const low = priceText(Math.min(...closingPrices), quote)
  const high = priceText(Math.max(...closingPrices), quote)
  return (
    <figure className="flex flex-col gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart({ coin: currency, from: dateText(from * SECOND_MS), to: dateText(to * SECOND_MS), change, low, high })}
        className="agent-plot"
        data-tone={toneOf(first, last)}
      >
        <path className="agent-line" d={linePath(timestamps, closingPrices)} />
      </svg>
      <figcaption className="num flex flex-wrap justify-between gap-x-3 text-11 text-ink-2">
        <span>{words.range(low, high)}</span>
        <span>{words.changeTo(change, priceText(last, quote))}</span>
      </figcaption>
    </figure>
  )
}

const toneOf = (first: number, last: number): 'up' | 'down' | 'flat' => (last > first ? 'up' : last < first ? 'down' : 'flat')

/** An SVG path through the closes at their times: an hour that is missing leaves its room, not its place. */
export function linePath(times: readonly number[], closes: readonly number[]): string {
  const from = times[0] ?? 0
  const span = (times.at(-1) ?? 0) - from
  const low = Math.min(...closes)
  const range = Math.max(...closes) - low
  const x = (time: number) => EDGE + ((time - from) / span) * (WIDTH - 2 * EDGE)
  const y = (close: number) => (range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((close - low) / range) * (HEIGHT - 2 * EDGE))
  return closes
    .map((close, index) => `${index === 0 ? 'M' : 'L'}${x(times[index] ?? Number.NaN).toFixed(1)} ${y(close).toFixed(1)}`)
    .join('')
}
