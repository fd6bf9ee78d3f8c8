import { itemAt } from '@aerie/core/item-at'
import { numberText } from '@aerie/core/numbers/number-text'
import type { LessonFigure } from '@aerie/wire/lessons'
import { useState } from 'react'
import { Slider } from './slider.tsx'

const STEP = 20
const HEIGHT = 160
const EDGE = 8

/** Candles with fixed prices; one is chosen by a slider or a press, and read. */
export function CandleFigure({ figure: { candles, marks } }: { readonly figure: Extract<LessonFigure, { kind: 'candles' }> }) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a candle is its place
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
