import { numberText } from '@aerie/core/number-text'
import { type Chart, utils } from 'klinecharts'
import { isGap } from './bars.ts'
import { FAMILY } from './chart-styles.ts'
import { PRICE_PANE } from './panes.ts'

/** Line, tick and margins around a label. */
const AROUND_PX = 14
/** Between these shares of the height the library draws the last price where it is; beyond, it pushes it back to them. */
const TOP_SHARE = 0.05
const BOTTOM_SHARE = 0.98

type Fitted = Pick<Chart, 'getYAxes' | 'getDataList' | 'getStyles' | 'setStyles' | 'getSize'>

/**
 * Makes the axes at the right as wide as their longest label, which the library would measure at every tick, and takes the mark of
 * the last price away where it would stand at another price. Changes something seldom, and draws only then.
 */
export function fitAxes(chart: Fitted): void {
  const styles = chart.getStyles()
  const [size, show] = [widthOf(chart), isLastOnAxis(chart)]
  if (size !== styles.yAxis.size || show !== styles.candle.priceMark.last.show)
    chart.setStyles({ yAxis: { size }, candle: { priceMark: { last: { show } } } })
}

function widthOf(chart: Fitted): number | 'auto' {
  const last = chart.getDataList().at(-1)
  const texts = chart.getYAxes({}).flatMap((axis) => axis.getTicks().map(({ text }) => text))
  if (last !== undefined && !isGap(last)) texts.push(numberText(last.close))
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
  // Digits are all as wide as a 0, and nothing in a label is much wider.
  return longest === 0
    ? chart.getStyles().yAxis.size
    : AROUND_PX + utils.calcTextWidth('0'.repeat(longest), chart.getStyles().yAxis.tickText.size, 'normal', FAMILY)
}

function isLastOnAxis(chart: Fitted): boolean {
  const last = chart.getDataList().at(-1)
  const [axis] = chart.getYAxes({ paneId: PRICE_PANE })
  const height = chart.getSize(PRICE_PANE, 'main')?.height ?? 0
  if (last === undefined || isGap(last) || axis === undefined) return false
  const y = axis.convertToPixel(last.close)
  return y >= height * TOP_SHARE && y <= height * BOTTOM_SHARE
}
