import { numberText } from '@aerie/core/numbers/number-text'
import type { Drawing } from '@aerie/wire/market/charts'
import { timeText } from './bars/bar-time.ts'
import { DRAWING_KINDS } from './drawings/drawing-kinds.ts'

export function drawingText({ kind, points, text }: Drawing): string {
  const pointTexts = points.map(({ time, price }) => (price !== undefined ? numberText(price) : time === undefined ? '' : timeText(time)))
  return `${DRAWING_KINDS[kind].label} ${text === undefined ? pointTexts.join(' to ') : `“${text}”`}`
}
