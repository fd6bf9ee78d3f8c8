import { recordKeys, recordOf } from '@aerie/core/record-keys'
import { SERIES_COLORS } from '@aerie/wire/market/charts'

/** Tokens that the chart draws with. */
const TOKENS = {
  ground: '--surface-1',
  raised: '--surface-3',
  line: '--line',
  strong: '--line-strong',
  ink1: '--text-1',
  ink2: '--text-2',
  ink3: '--text-3',
  up: '--up',
  down: '--down',
  accent: '--accent-text',
  info: '--info',
  warning: '--warning',
  fan: '--ipc',
  series1: '--series-1',
  series2: '--series-2',
  series3: '--series-3',
  series4: '--series-4',
  series5: '--series-5',
  series6: '--series-6',
  series7: '--series-7',
  series8: '--series-8',
} as const
/** Colours, and the size of all words on the canvases in pixels. */
export type ChartColors = Readonly<Record<keyof typeof TOKENS, string>> & {
  readonly textPx: number
  /** High contrast: rising and falling must differ by more than colour. */
  readonly isForced: boolean
}

const FORCED = '(forced-colors: active)'

/** Where the page says nothing else. */
const TEXT_PX = 11

/**
 * The tokens as they look on `host` now. A canvas knows no custom properties and no `light-dark()`: the browser is asked
 * what each comes to.
 */
export function readColors(host: HTMLElement): ChartColors {
  const probe = document.createElement('span')
  probe.hidden = true
  // In high contrast every other colour would be answered with that of text.
  probe.style.setProperty('forced-color-adjust', 'none')
  host.append(probe)
  const colors = recordOf(recordKeys(TOKENS), (name) => {
    probe.style.color = `var(${TOKENS[name]})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  const textPx = Number.parseFloat(getComputedStyle(host).getPropertyValue('--chart-text')) || TEXT_PX
  return { ...colors, textPx, isForced: matchMedia(FORCED).matches }
}

/** `rgb(…)`, as a browser computes it, with an opacity from 0 to 1; or `color(…)`, as it computes a mix, with that instead of its own. */
export const withOpacity = (color: string, opacity: number): string =>
  color.replace(/^rgb\((.+)\)$/, `rgba($1, ${opacity})`).replace(/^color\(([^/)]+?)(?: *\/[^)]*)?\)$/, `color($1 / ${opacity})`)

/** Colours of lines that users choose from, in the order of their numbers: the first is 1. */
export const seriesColors = (colors: ChartColors): readonly string[] => [
  colors.series1,
  colors.series2,
  colors.series3,
  colors.series4,
  colors.series5,
  colors.series6,
  colors.series7,
  colors.series8,
]

/** The number of the colour of the compared coin at `place`: from the end, where indicators come last. */
export const comparedColor = (place: number): number => SERIES_COLORS - 1 - place

/** Calls `changed` when the theme, the palette or the system's colours are others; returns the way to stop. */
export function onColors(changed: () => void): () => void {
  const root = document.documentElement
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-palette', 'class'] })
  const system = [FORCED, '(prefers-color-scheme: dark)'].map((query) => matchMedia(query))
  for (const query of system) query.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    for (const query of system) query.removeEventListener('change', changed)
  }
}
