import { defined } from '@aerie/core/defined'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contextOf, stubCanvases } from '../test/canvas.ts'
import { skipUnchangedFrames } from './skip-unchanged-frames.ts'

let restore: () => void
beforeEach(() => {
  restore = stubCanvases(100, 100)
})
afterEach(() => restore())

const canvases = () => {
  const [plain, thrifty] = [document.createElement('canvas'), document.createElement('canvas')]
  skipUnchangedFrames(thrifty)
  return { plain, thrifty }
}
const draw = (canvas: HTMLCanvasElement, work: (ctx: CanvasRenderingContext2D) => void) => {
  const ctx = defined(canvas.getContext('2d'))
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.clearRect(0, 0, 100, 100)
  ctx.save()
  ctx.scale(2, 2)
  work(ctx)
  ctx.restore()
}
const box =
  (x: number, color = 'red') =>
  (ctx: CanvasRenderingContext2D) => {
    ctx.save()
    ctx.fillStyle = color
    ctx.fillRect(x, 0, 5, 5)
    ctx.restore()
    ctx.setLineDash([2, x])
    ctx.beginPath()
    ctx.moveTo(0, 0)
    ctx.lineTo(x, 9)
    ctx.stroke()
  }

it('shows what a plain canvas shows after any sequence of drawings', () => {
  const { plain, thrifty } = canvases()
  for (const x of [1, 1, 2, 2, 2, 1, 3, 3])
    for (const color of ['red', 'red', 'blue']) {
      draw(plain, box(x, color))
      draw(thrifty, box(x, color))
      expect(contextOf(thrifty).drawn).toEqual(contextOf(plain).drawn)
    }
})

it('does not draw the same frame twice, and redraws when a dash, a text or a colour differs', () => {
  const { thrifty } = canvases()
  const works = [
    box(1),
    box(1),
    box(2),
    (ctx: CanvasRenderingContext2D) => ctx.fillText('a', 1, 1),
    (ctx: CanvasRenderingContext2D) => ctx.fillText('b', 1, 1),
    (ctx: CanvasRenderingContext2D) => ctx.fillText('b', 1, 1),
  ]
  const calls = works.map((work) => {
    const before = contextOf(thrifty).calls
    draw(thrifty, work)
    return contextOf(thrifty).calls - before
  })
  expect(calls).toEqual([2, 0, 2, 1, 1, 0])
})

it('redraws after its size is set, even to the same value, as that clears it', () => {
  const { thrifty } = canvases()
  draw(thrifty, box(1))
  const before = contextOf(thrifty).calls
  thrifty.width = 200
  expect(thrifty.width).toBe(200)
  draw(thrifty, box(1))
  expect(contextOf(thrifty).calls).toBe(before + 2)
})

it('is hidden while it is empty', () => {
  const { thrifty } = canvases()
  const seen = [box(1), () => undefined, () => undefined, box(1)].map((work) => {
    draw(thrifty, work)
    return thrifty.style.visibility
  })
  expect(seen).toEqual(['', 'hidden', 'hidden', ''])
})

it('measures in the font that was set last, even though it draws later', () => {
  const { thrifty } = canvases()
  draw(thrifty, (ctx) => {
    ctx.font = '9px serif'
    ctx.measureText('a')
    expect([contextOf(thrifty).state.font, contextOf(thrifty).calls]).toEqual(['9px serif', 0])
    ctx.fillText('a', 0, 0)
  })
  expect(contextOf(thrifty).calls).toBe(1)
})
