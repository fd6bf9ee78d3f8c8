import { recordKeys, recordOf } from '@aerie/core/record-keys'

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
} as const
/** Colours, and the size of all words on the canvases in pixels. */
export type ChartColors = Readonly<Record<keyof typeof TOKENS, string>> & { readonly textPx: number }

/** Where the page says nothing else. */
const TEXT_PX = 11

/**
 * The tokens as they look on `host` now. A canvas knows no custom properties and no `light-dark()`: the browser is asked
 * what each comes to.
 */
export function readColors(host: HTMLElement): ChartColors {
  const probe = document.createElement('span')
  probe.hidden = true
  host.append(probe)
  const colors = recordOf(recordKeys(TOKENS), (name) => {
    probe.style.color = `var(${TOKENS[name]})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  const textPx = Number.parseFloat(getComputedStyle(host).getPropertyValue('--chart-text')) || TEXT_PX
  return { ...colors, textPx }
}

/** `rgb(…)`, as a browser computes it, seen through. */
export const seeThrough = (color: string, share: number): string => color.replace(/^rgb\((.+)\)$/, `rgba($1, ${share})`)

/** Colours of the lines of indicators and compared coins, in their order. */
export const seriesColors = ({ accent, info, warning, up, down, ink2 }: ChartColors): readonly string[] => [
  accent,
  info,
  warning,
  up,
  down,
  ink2,
]

/** Calls `changed` when the theme or the palette is another; returns the way to stop. */
export function onColors(changed: () => void): () => void {
  const root = document.documentElement
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-palette', 'class'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}
