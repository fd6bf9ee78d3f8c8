import { findIndicator, soundParameters } from '@aerie/core/indicators/catalogue'
import { type ChartSettings, type LineStyle, SERIES_COLORS } from '@aerie/wire/market/charts'

/** One indicator as the user has chosen it. */
export type ChosenIndicator = ChartSettings['indicators'][number]

/** Two of one kind differ by their parameters. */
export const idOf = ({ name, parameters }: Pick<ChosenIndicator, 'name' | 'parameters'>): string => `${name}(${parameters.join()})`

/**
 * How each line of each chosen indicator looks, in its order: as the user has set it, else in the next colour that is free in its
 * pane. All on the price are in one pane.
 */
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

/** Dashes of a line as a canvas takes them. */
export const dashesOf = ({ dash, width }: Pick<LineStyle, 'dash' | 'width'>): number[] =>
  dash === 'dashed' ? [6 * width, 4 * width] : dash === 'dotted' ? [width, 3 * width] : []
