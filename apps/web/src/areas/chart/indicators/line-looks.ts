import { findIndicator, soundParameters } from '@aerie/core/indicators/catalogue'
import { type ChartSettings, type LineStyle, SERIES_COLORS } from '@aerie/wire/market/charts'

export type ChosenIndicator = ChartSettings['indicators'][number]

export const idOf = ({ name, parameters }: Pick<ChosenIndicator, 'name' | 'parameters'>): string => `${name}(${parameters.join()})`

/** Line styles per indicator: the user's, else the next unused colour of its pane. All on the price share one pane. */
export function lineLooks(chosen: readonly ChosenIndicator[]): ReadonlyMap<string, readonly LineStyle[]> {
  const looks = new Map<string, readonly LineStyle[]>()
  let onPrice = 0
  for (const item of chosen) {
    const indicator = findIndicator(item.name)
    if (indicator === undefined) continue
    const lines = indicator.figures(soundParameters(indicator, item.parameters)).filter(({ kind }) => kind === 'line').length
    const first = indicator.isOnPrice ? onPrice : 0
    if (indicator.isOnPrice) onPrice += lines
    looks.set(
      idOf(item),
      Array.from({ length: lines }, (_, i) => item.styles?.[i] ?? { color: ((first + i) % SERIES_COLORS) + 1, width: 1, dash: 'solid' }),
    )
  }
  return looks
}

export const dashesOf = ({ dash, width }: Pick<LineStyle, 'dash' | 'width'>): number[] =>
  dash === 'dashed' ? [6 * width, 4 * width] : dash === 'dotted' ? [width, 3 * width] : []
