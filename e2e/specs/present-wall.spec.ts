import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fontShareOf, NOTE_ARC_MIN, READING_ARC_MIN } from '../../apps/web/src/areas/present/test/reading-size.ts'
import { presentPage } from '../pages/present-page.ts'
import { visit } from '../support/browser.ts'
import { logInPage } from '../support/people.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const PANEL = { width: 1920, height: 1080 }

const on = sharedStage()
// A long interval: the scene must not change on a slow machine.
beforeAll(() => savedDocuments(() => ({ server: on.server, token: on.session.token })).change('present/main', { seconds: 600 }))

async function atWall() {
  const viewer = await visit(on.browser, { viewport: PANEL })
  await logInPage(viewer.page, on.server, on.person)
  const wall = presentPage(viewer.page, on.server.url)
  return { ...viewer, wall }
}

/** CSS pixel sizes of all visible text on the wallboard; canvases and screen reader text are excluded. */
const textSizes = (page: Page): Promise<{ text: string; px: number; isNote: boolean }[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('.wall')!, NodeFilter.SHOW_TEXT)
    const found: { text: string; px: number; isNote: boolean }[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement
      if (holder === null || !node.textContent?.trim() || !holder.checkVisibility({ opacityProperty: true })) continue
      if (holder.closest('.sr-only, .figure-words, .wall-controls, dialog') !== null) continue
      const note = '.wall-note, .wall-legend, .wall-map-group, .wall-tile, .wall-alarm, .chart-note'
      found.push({
        text: node.textContent.trim(),
        px: Number.parseFloat(getComputedStyle(holder).fontSize),
        isNote: holder.closest(note) !== null,
      })
    }
    return found
  })

describe('a 55-inch panel seen from five metres', () => {
  it('has no illegibly small text in any scene', async () => {
    const { page, wall, close } = await atWall()
    await wall.open()
    await wall.hold()
    await wall.tiles.first().waitFor()
    await page.locator('.wall-tape-entry').first().waitFor()
    const [read, note] = [READING_ARC_MIN, NOTE_ARC_MIN].map((arc) => fontShareOf(arc) * PANEL.height) as [number, number]
    for (const [key, name] of [
      ['1', 'Heat map'],
      ['2', 'Selected coin'],
      ['4', 'Movers'],
    ] as const) {
      await page.keyboard.press(key)
      await wall.scene(name).waitFor()
      await wall.isDrawn()
      const sizes = await until(`the words of ${name}`, async () => {
        const found = await textSizes(page)
        return found.length > 20 && found.some(({ text }) => text === 'SIMULATED') ? found : undefined
      })
      expect([name, sizes.filter(({ px, isNote }) => px < (isNote ? note : read))]).toEqual([name, []])
      // The price source is never a note.
      expect(sizes.find(({ text }) => text === 'SIMULATED')?.isNote).toBe(false)
    }
    await close()
  })

  it('shows equally large chart axes', async () => {
    const { page, wall, close } = await atWall()
    await page.addInitScript(() => {
      const fonts = new Set<string>()
      const canvas = CanvasRenderingContext2D.prototype
      const draw = Reflect.get(canvas, 'fillText') as (...given: unknown[]) => void
      const watched = new Proxy(draw, {
        apply: (target, context: CanvasRenderingContext2D, given) => {
          fonts.add(context.font)
          Reflect.apply(target, context, given)
        },
      })
      Object.assign(canvas, { fillText: watched })
      Object.assign(globalThis, { fonts })
    })
    await wall.open()
    await wall.hold()
    await page.keyboard.press('2')
    const sizes = await until('text on the canvases', async () => {
      const fonts = await page.evaluate(() => [...(globalThis as unknown as { fonts: Set<string> }).fonts])
      return fonts.length > 0 ? fonts.map((font) => Number(/([\d.]+)px/.exec(font)?.[1])) : undefined
    })
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.floor(fontShareOf(NOTE_ARC_MIN) * PANEL.height))
    await close()
  })
})

describe('repeated rounds', () => {
  it('leak no nodes and no listeners', async () => {
    const { page, context, wall, close } = await atWall()
    await wall.open()
    await wall.hold()
    await wall.tiles.first().waitFor()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    const goRound = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1)
        for (let place = 2; place <= 9; place += 1) {
          await page.keyboard.press('ArrowRight')
          await wall.at(`${((place - 1) % 8) + 1} of 8, paused`)
          await wall.isDrawn()
        }
    }
    const count = async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      const { metrics } = await cdp.send('Performance.getMetrics')
      const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
      return { nodes: value('Nodes'), listeners: value('JSEventListeners') }
    }
    await goRound(1)
    const before = await count()
    await goRound(3)
    // Pending work of skipped scenes finishes and is released; a leak remains.
    const after = await until(
      'no more nodes and listeners than before',
      async () => {
        const now = await count()
        return now.nodes < before.nodes * 1.1 && now.listeners < before.listeners * 1.1 ? now : undefined
      },
      60_000,
    )
    expect(after.nodes).toBeGreaterThan(0)
    await close()
  }, 240_000)
})
