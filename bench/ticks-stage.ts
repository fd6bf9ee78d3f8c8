import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../scripts/debian-programs.mjs'
import { median } from './benchmark.ts'
import type { TicksPage } from './moving-rows.ts'
import { bundlePage, threadTime } from './page-bundle.ts'

declare const ticksPage: TicksPage

type Stage = {
  readonly page: string
  readonly css: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly ticks: number
  readonly warmUp: number
  readonly rounds: number
}
type Cost = { readonly total: number; readonly script: number }
type Costs = Readonly<Record<'product' | 'direct', Cost>>

/** Main-thread milliseconds per tick, product rows and plain boxes alternating: the median of the rounds. */
export async function measureTicks(stage: Stage): Promise<Costs> {
  const { script, css } = await bundlePage(stage.page)
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const open = async (which: 'product' | 'direct') => await opened(browser, which, { ...stage, script, css: css + stage.css })
    const [product, direct] = [await open('product'), await open('direct')]
    const rounds: Costs[] = []
    for (let round = 0; round < stage.rounds; round += 1) rounds.push({ direct: await direct(), product: await product() })
    const middle = (which: keyof Costs): Cost => ({
      total: median(rounds.map((round) => round[which].total)),
      script: median(rounds.map((round) => round[which].script)),
    })
    return { product: middle('product'), direct: middle('direct') }
  } finally {
    await browser.close()
  }
}

async function opened(
  browser: Browser,
  which: 'product' | 'direct',
  { script, css, viewport, ticks, warmUp }: Stage & { readonly script: string },
) {
  const page = await browser.newPage({ viewport })
  await page.setContent(`<!doctype html><style>${css}</style>`)
  await page.addScriptTag({ content: script })
  await page.evaluate((name) => ticksPage[name](), which)
  const cdp = await page.context().newCDPSession(page)
  // Thread CPU time, so that other load does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  let from = 1
  const run = async (count: number) => {
    await page.evaluate((given) => ticksPage.run(given), { from, count })
    from += count
  }
  return async (): Promise<Cost> => {
    await page.bringToFront()
    await run(warmUp)
    const before = await threadTime(cdp)
    await run(ticks)
    const after = await threadTime(cdp)
    return { total: (after.total - before.total) / ticks, script: (after.script - before.script) / ticks }
  }
}
