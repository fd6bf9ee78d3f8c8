import { numberText } from '@aerie/core/numbers/number-text'
import { type Chart, utils } from 'klinecharts'
import { isGap } from '../bars/bars.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'
import { FAMILY } from '../view/chart-styles.ts'

const AROUND_PX = 14
const LEAST_CHARACTERS = 9
/** The library draws the last price in place between these shares of the height; beyond, it clamps it to them. */
const TOP_SHARE = 0.05
const BOTTOM_SHARE = 0.98

type Fitted = Pick<Chart, 'getYAxes' | 'getDataList' | 'getStyles' | 'setStyles' | 'getSize'>

export const axisPx = (textPx: number, characters = LEAST_CHARACTERS): number =>
  Math.ceil(AROUND_PX + utils.calcTextWidth('0'.repeat(Math.max(LEAST_CHARACTERS, characters)), textPx, 'normal', FAMILY))

/** Never narrows the axes, so that the plot does not jump. Hides the last price mark where the library would clamp it to another price. */
export function fitAxes(chart: Fitted): void {
  const styles = chart.getStyles()
  const [size, show] = [widthOf(chart), isLastOnAxis(chart)]
  if (size !== styles.yAxis.size || show !== styles.candle.priceMark.last.show)
    chart.setStyles({ yAxis: { size }, candle: { priceMark: { last: { show } } } })
}

/** Like `fitAxes`, before the first draw: width only, as no price has a position yet. */
export function fitWidth(chart: Fitted): void {
  const size = widthOf(chart)
  if (size !== chart.getStyles().yAxis.size) chart.setStyles({ yAxis: { size } })
}

function widthOf(chart: Fitted): number {
  const last = chart.getDataList().at(-1)
  const { size, tickText } = chart.getStyles().yAxis
  const texts = chart.getYAxes({}).flatMap((axis) => axis.getTicks().map(({ text }) => text))
  if (last !== undefined && !isGap(last)) texts.push(numberText(last.close))
  const needed = axisPx(
    tickText.size,
    texts.reduce((most, { length }) => Math.max(most, length), 0),
  )
  return size === 'auto' ? needed : Math.max(size, needed)
}

function isLastOnAxis(chart: Fitted): boolean {
  const last = chart.getDataList().at(-1)
  const [axis] = chart.getYAxes({ paneId: PRICE_PANE })
  const height = chart.getSize(PRICE_PANE, 'main')?.height ?? 0
  if (last === undefined || isGap(last) || axis === undefined) return false
  const y = axis.convertToPixel(last.close)
  return y >= height * TOP_SHARE && y <= height * BOTTOM_SHARE
}
