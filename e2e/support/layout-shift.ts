import type { BrowserContext, Page } from 'playwright-core'

export type Shift = { readonly value: number; readonly at: number; readonly moved: readonly string[] }

declare global {
  interface Window {
    shifts_: Shift[]
  }
}

type LayoutShift = PerformanceEntry & {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: ReadonlyArray<{ readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }>
}

export const noteShifts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    window.shifts_ = []
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null)
      return element === null ? 'gone' : `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map((each) => `${name(each.node)} [${place(each.previousRect)}] to [${place(each.currentRect)}]`)
        window.shifts_.push({ value: entry.value, at: entry.startTime, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** All shifts so far, after the next frame: an entry is reported once its frame is painted. */
export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifts_)))),
      ),
  )

const GAP_MS = 1000
const WINDOW_MS = 5000

/**
 * Cumulative Layout Shift as browsers report it: the largest sum of shifts less than 1 s apart within 5 s. A plain sum would grow with
 * the time the page is open, as each new trade moves those below it.
 */
export function totalShift(shifts: readonly Shift[]): number {
  let largest = 0
  let sum = 0
  let from = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { value, at } of shifts) {
    if (at - last >= GAP_MS || at - from >= WINDOW_MS) {
      sum = 0
      from = at
    }
    sum += value
    last = at
    largest = Math.max(largest, sum)
  }
  return largest
}
