import { readFileSync } from 'node:fs'
import { type ChartSettings, chartSettings } from '@aerie/wire/market/charts'
import { savedDocument } from '@aerie/wire/workspace/document'
import type { Locator, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { until } from '../support/until.ts'

export type CanvasPoint = readonly [x: number, y: number]

/** Tools of the `Draw` menu, each with the points of one drawing; drawings do not overlap. */
export const TOOLS = {
  'Trend line': [
    [0.1, 0.2],
    [0.22, 0.3],
  ],
  Ray: [
    [0.28, 0.12],
    [0.34, 0.14],
  ],
  'Horizontal line': [[0.5, 0.9]],
  'Vertical line': [[0.9, 0.5]],
  Rectangle: [
    [0.1, 0.5],
    [0.2, 0.6],
  ],
  'Fibonacci retracement': [
    [0.3, 0.3],
    [0.4, 0.5],
  ],
  Measure: [
    [0.1, 0.66],
    [0.2, 0.76],
  ],
  Text: [[0.3, 0.82]],
} as const satisfies Readonly<Record<string, readonly CanvasPoint[]>>
export type Tool = keyof typeof TOOLS

export const chartPage = (page: Page, url: string, symbol = 'BTC') => {
  const frame = page.getByRole('region', { name: `Price chart of ${symbol}` })
  const body = frame.getByRole('application')
  const tools = frame.getByRole('toolbar')
  const dialog = page.getByRole('dialog')
  const announcement = frame.getByRole('status').first()
  const legend = (part: string): Locator => frame.locator(`.chart-legend [data-part="${part}"]`)
  const press = (name: string) => tools.getByRole('button', { name, exact: true }).click()
  const choose = async (menu: string, item: string | RegExp) => {
    await press(menu)
    await page.getByRole(/scale/i.test(menu) ? 'menuitemradio' : 'menuitem', { name: item }).click()
  }
  const at = async ([x, y]: CanvasPoint) => {
    const { left, top, width, height } = await body.evaluate((element) => {
      const boxes = [...element.querySelectorAll('canvas')].map((canvas) => canvas.getBoundingClientRect())
      const box = boxes.reduce((widest, each) => (each.width * each.height > widest.width * widest.height ? each : widest))
      return { left: box.left, top: box.top, width: box.width, height: box.height }
    })
    return { x: left + x * width, y: top + y * height }
  }
  const click = async (place: CanvasPoint) => {
    const { x, y } = await at(place)
    await page.mouse.move(x, y, { steps: 3 })
    await page.mouse.down()
    await page.mouse.up()
  }
  const open = async (search = '') => {
    await page.goto(`${url}/currencies/${symbol}${search}`)
    await ready()
  }
  const ready = async () => {
    await legend('close').filter({ hasText: /\d/ }).waitFor()
    await frame.locator('.chart-cover').waitFor({ state: 'detached' })
  }
  const drawings = async (): Promise<string[]> => {
    await press('Drawings')
    const list = dialog.getByRole('listitem')
    await dialog.waitFor()
    const texts = await list.locator(':scope > button').allInnerTexts()
    await closeDialog()
    return texts
  }
  const closeDialog = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return {
    frame,
    body,
    dialog,
    announcement,
    open,
    ready,
    press,
    choose,
    click,
    at,
    drawings,
    closeDialog,
    summary: async () => {
      // A repeated announcement does not restart the timer that clears it.
      const text = await until('the summary', async () => {
        await body.focus()
        await page.keyboard.press('s')
        return (await announcement.filter({ hasText: / on show/ }).allInnerTexts())[0]
      })
      const [, count = '', from = '', to = ''] = /, (\d+) on show, from (.+?) to (.+?)\./.exec(text) ?? []
      return { count: Number(count), from: Date.parse(from), to: Date.parse(to), text }
    },
    hasColor: (hex: string): Promise<boolean> =>
      body.evaluate((element, wanted) => {
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16))
        // Read from a copy: reading pixels from the chart's own canvas would slow it down from then on.
        const pixelsOf = (canvas: HTMLCanvasElement): Uint8ClampedArray => {
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
          copy?.drawImage(canvas, 0, 0)
          return copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
        }
        const isThere = (pixels: Uint8ClampedArray): boolean =>
          pixels.some(
            (value, i) => i % 4 === 0 && value === red && pixels[i + 1] === green && pixels[i + 2] === blue && pixels[i + 3] === 255,
          )
        const canvases = [...element.querySelectorAll('canvas')].filter(({ width, height }) => width > 0 && height > 0)
        return canvases.some((canvas) => isThere(pixelsOf(canvas)))
      }, hex),
    saveNote: frame.locator('[data-part="save"]'),
    legend,
    source: frame.locator('.chart-source'),
    draw: async (tool: Tool, text = 'Higher low') => {
      await press(tool)
      for (const place of TOOLS[tool]) await click(place)
      if (tool !== 'Text') return
      await dialog.getByLabel('Text', { exact: true }).fill(text)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await announcement.filter({ hasText: `Drawn: Text “${text}”` }).waitFor()
    },
    saved: async (): Promise<ChartSettings> => {
      const answer = await page.evaluate(async (path) => {
        const response = await fetch(path, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })
        return (await response.json()) as unknown
      }, `/api/v1/workspace/chart/${symbol}`)
      return z.parse(chartSettings, z.parse(z.object({ data: savedDocument }), answer).data.body ?? {})
    },
    snapshot: async (): Promise<{ readonly name: string; readonly png: Buffer }> => {
      const [download] = await Promise.all([page.waitForEvent('download'), press('Save as PNG')])
      return { name: download.suggestedFilename(), png: readFileSync(await download.path()) }
    },
  }
}
export type ChartPage = ReturnType<typeof chartPage>
