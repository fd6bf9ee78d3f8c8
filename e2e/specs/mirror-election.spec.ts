import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChromium, visit } from '../support/browser.ts'
import { type MirrorStage, openMirrorStage, type StageWindow } from '../support/mirror-stage.ts'

const STARTS = 200
const AT_ONCE = 20

let stage: MirrorStage
let browser: Browser
beforeAll(async () => {
  ;[stage, browser] = await Promise.all([openMirrorStage(), openChromium()])
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})

it('elects exactly one leader when two windows start at once, 200 times, using the browser’s own locks', async () => {
  const trader = await visit(browser)
  const { page } = trader
  await page.goto(stage.url)
  const counts = await page.evaluate(
    async ({ url, starts, atOnce }) => {
      const frames = await Promise.all(
        [1, 2].map(
          () =>
            new Promise<Window>((resolve) => {
              const frame = document.createElement('iframe')
              frame.onload = () => resolve(frame.contentWindow as Window)
              frame.src = url
              document.body.append(frame)
            }),
        ),
      )
      const found: Array<{ leaders: number; agreed: boolean }> = []
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const leadersOf = (pair: readonly StageWindow[]) => pair.filter(({ session }) => session.isLeader).length
      const claimBoth = (pair: readonly StageWindow[]) => {
        for (const { session } of pair) session.lead()
      }
      const settle = async (pair: readonly StageWindow[]) => {
        for (let waited = 0; waited < 1_200 && !isSettled(pair); waited += 1) await pause(25)
        await pause(100)
      }
      const isSettled = (pair: readonly StageWindow[]) => {
        const leaders = new Set(pair.map(({ session }) => session.state().leader))
        return leadersOf(pair) === 1 && leaders.size === 1 && !leaders.has(null)
      }
      const race = async (round: number) => {
        const user = round.toString(16).padStart(16, '0')
        const pair = frames.map((frame) => frame.open_(user))
        // In every other round both windows claim the lead at once instead of waiting their turn.
        if (round % 2 === 1) claimBoth(pair)
        await settle(pair)
        found.push({ leaders: leadersOf(pair), agreed: isSettled(pair) })
        for (const { session } of pair) session.close()
      }
      for (let round = 0; round < starts; round += atOnce) await Promise.all(Array.from({ length: atOnce }, (_, i) => race(round + i)))
      return found
    },
    { url: stage.url, starts: STARTS, atOnce: AT_ONCE },
  )
  expect(counts).toHaveLength(STARTS)
  expect(counts.filter(({ leaders, agreed }) => leaders !== 1 || !agreed)).toEqual([])
  expect(trader.complaints).toEqual([])
  await trader.close()
}, 180_000)
