import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ROOT } from '../e2e/support/aerie-server.ts'
import { findChromium } from '../scripts/debian-programs.mjs'
import type { Benchmark } from './benchmark.ts'
import { bundlePage, threadTime } from './page-bundle.ts'

const EVERY_MS = 100
const BOOKS = 100
const ROWS = 80
const GOAL_PERCENT = 5

type PageBench = {
  readonly show: () => Promise<number>
  readonly run: (given: { readonly count: number; readonly everyMs: number }) => Promise<void>
}
declare const bookBench: PageBench

async function measure(): Promise<number> {
  const { script } = await bundlePage('book-page.ts')
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 400, height: 2_500 } })
    const styles = ['book-table.css', 'depth.css'].map((name) => readFileSync(join(ROOT, 'apps/web/src/areas/market/depth', name), 'utf8'))
    await page.setContent(`<style>.host { width: 340px; height: 2400px } ${styles.join('\n')}</style><div class="host"></div>`)
    await page.addScriptTag({ content: script })
    const rows = await page.evaluate(() => bookBench.show())
    if (rows !== ROWS) throw new Error(`the book shows ${rows} levels, not ${ROWS}`)
    const cdp = await page.context().newCDPSession(page)
    // Thread CPU time, so that other load does not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const [before, start] = [(await threadTime(cdp)).total, performance.now()]
    await page.evaluate((given) => bookBench.run(given), { count: BOOKS, everyMs: EVERY_MS })
    return (100 * ((await threadTime(cdp)).total - before)) / (performance.now() - start)
  } finally {
    await browser.close()
  }
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'book, 2 x 40 levels: all sizes change ten times a second, all prices once',
    run: async () => ({ value: await measure(), unit: '% of a core', limit: GOAL_PERCENT }),
  },
]
