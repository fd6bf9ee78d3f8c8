import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'

const LEAST_SHARE = 0.4

type Tone = 'up' | 'down' | 'info'
type Found = { readonly x: number; readonly ys: readonly number[] }

/** Page y of the lines of one color across the chart. They are drawn on a canvas, so pixels are read. */
const linesOf = (page: Page, symbol: string, tone: Tone): Promise<Found> =>
  page.getByRole('application', { name: new RegExp(`^Candles of ${symbol},`) }).evaluate(
    (frame, { token, share }) => {
      const probe = document.createElement('span')
      probe.style.color = `var(${token})`
      frame.append(probe)
      const wanted = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
      probe.remove()
      const overlays = [...frame.querySelectorAll('canvas')].filter(
        ({ previousElementSibling }) => previousElementSibling?.tagName === 'CANVAS',
      )
      const [canvas] = overlays.toSorted((a, b) => b.width * b.height - a.width * a.height)
      const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (canvas === undefined || copy === null) return { x: 0, ys: [] }
      Object.assign(copy.canvas, { width: canvas.width, height: canvas.height })
      copy.drawImage(canvas, 0, 0)
      const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data
      const isWanted = (at: number) =>
        pixels[at + 3] === 255 && wanted.every((part, index) => Math.abs((pixels[at + index] ?? 0) - part) < 8)
      const { left, top, width, height } = canvas.getBoundingClientRect()
      const ys = Array.from({ length: canvas.height }, (_, y) => y).filter((y) => {
        const row = Array.from({ length: canvas.width }, (__, x) => 4 * (y * canvas.width + x))
        return row.filter(isWanted).length > share * canvas.width
      })
      return { x: left + width * 0.6, ys: ys.map((y) => top + ((y + 0.5) * height) / canvas.height) }
    },
    { token: `--${tone}`, share: LEAST_SHARE },
  )

export const levelLines = (page: Page, symbol: string) => {
  const at = (tone: Tone): Promise<{ readonly x: number; readonly y: number }> =>
    until(`one ${tone} line on the chart`, async () => {
      const { x, ys } = await linesOf(page, symbol, tone)
      const [y] = ys
      return y !== undefined && ys.every((each) => Math.abs(each - y) < 3) ? { x, y } : undefined
    })
  return {
    at,
    drag: async (tone: Tone, down: number) => {
      const { x, y } = await at(tone)
      await page.mouse.move(x - 20, y)
      await page.mouse.move(x, y, { steps: 3 })
      await page.mouse.down()
      await page.mouse.move(x, y + down, { steps: 6 })
    },
    /** Moves the pointer away: its crosshair would cover the line. */
    letGo: async () => {
      await page.mouse.up()
      await page.mouse.move(4, 4)
    },
  }
}
