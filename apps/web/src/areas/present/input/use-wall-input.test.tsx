import { defined } from '@aerie/core/defined'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useWallInput } from './use-wall-input.ts'

const Wall = () => {
  const touch = useWallInput(act)
  return (
    <div {...touch}>
      <p>head</p>
      <section className="wall-scene">
        <p>tile</p>
        <button type="button">retry</button>
        <p className="wall-movers">list</p>
      </section>
    </div>
  )
}
const act = vi.fn()

beforeEach(() => void render(<Wall />))
afterEach(() => {
  cleanup()
  act.mockReset()
})

/** Whether the browser's default touch action is prevented. */
function isTaken(type: 'touchstart' | 'touchmove', text: string, [clientX, clientY]: readonly [number, number] = [100, 100]): boolean {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { touches: [{ clientX, clientY }] })
  screen.getByText(text).dispatchEvent(event)
  return event.defaultPrevented
}

describe('a touch', () => {
  it('on a scene is handled by the wall alone, so that no fling swallows the next tap', () =>
    expect(isTaken('touchstart', 'tile')).toBe(true))

  it.each(['head', 'retry', 'list'])('at the %s is left to the browser, too', (text) => expect(isTaken('touchstart', text)).toBe(false))

  it('in the list is handled by the wall when it moves sideways, and scrolls when it moves vertically', () => {
    isTaken('touchstart', 'list')
    expect([isTaken('touchmove', 'list', [120, 105]), isTaken('touchmove', 'list', [102, 130])]).toEqual([true, false])
  })

  it('listeners are removed with the wall', () => {
    const tile = screen.getByText('tile')
    const wall = tile.parentElement?.parentElement
    const remove = vi.spyOn(defined(wall), 'removeEventListener')
    cleanup()
    expect(remove.mock.calls.map(([type]) => type)).toEqual(expect.arrayContaining(['touchstart', 'touchmove']))
  })
})
