import { recordKeys, recordOf } from '@aerie/core/record-keys'
import { SERIES_COLORS } from '@aerie/wire/market/charts'

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
export type ChartColors = Readonly<Record<keyof typeof TOKENS, string>> & {
  readonly textPx: number
  /** Forced colours: rising and falling must differ by more than colour. */
  readonly isForced: boolean
}

const FORCED = '(forced-colors: active)'

const TEXT_PX = 11

/** The tokens as computed on `host`: a canvas supports neither custom properties nor `light-dark()`. */
export function readColors(host: HTMLElement): ChartColors {
  const probe = document.createElement('span')
  probe.hidden = true
  // In forced colours every other colour would compute to the text colour.
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

/** Replaces the opacity (0 to 1) of a computed `rgb(…)` or `color(…)` colour. */
export const withOpacity = (color: string, opacity: number): string =>
  color.replace(/^rgb\((.+)\)$/, `rgba($1, ${opacity})`).replace(/^color\(([^/)]+?)(?: *\/[^)]*)?\)$/, `color($1 / ${opacity})`)

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

/** Colour number of the compared coin at `place`: counted from the end, which indicators use last. */
export const comparedColor = (place: number): number => SERIES_COLORS - 1 - place

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
