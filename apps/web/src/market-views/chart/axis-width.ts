import { numberText } from '@aerie/core/number-text'
import { type Chart, utils } from 'klinecharts'
import { isGap } from './bars.ts'
import { FAMILY, SIZE } from './chart-styles.ts'

/** Line, tick and margins around a label. */
const AROUND_PX = 14

/**
 * Makes the axes at the right as wide as their longest label, where that has changed: the library would measure every label at
 * every tick. Digits are all as wide as a 0, and nothing in a label is much wider.
 */
export function fitAxes(chart: Pick<Chart, 'getYAxes' | 'getDataList' | 'getStyles' | 'setStyles'>): void {
  const last = chart.getDataList().at(-1)
  const texts = chart.getYAxes({}).flatMap((axis) => axis.getTicks().map(({ text }) => text))
  if (last !== undefined && !isGap(last)) texts.push(numberText(last.close))
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
  const size = AROUND_PX + utils.calcTextWidth('0'.repeat(longest), SIZE, 'normal', FAMILY)
  if (longest > 0 && size !== chart.getStyles().yAxis.size) chart.setStyles({ yAxis: { size } })
}
