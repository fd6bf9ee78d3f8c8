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

export const totalShift = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0)
