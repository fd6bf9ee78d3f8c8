import { defined } from '@aerie/core/defined'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { guardNoSelect } from './app.tsx'

const EVENTS = ['selectstart', 'copy', 'cut', 'dragstart', 'mousedown']
let stop: () => void
const blocked = (id: string) =>
  EVENTS.filter((name) => !defined(document.getElementById(id)).dispatchEvent(new Event(name, { bubbles: true, cancelable: true })))

beforeEach(() => {
  document.body.innerHTML = `
    <p id="free">a</p>
    <div no-select><p id="marked">a</p><input id="field"><div no-select="false"><p id="freed">a</p></div></div>
    <div data-no-select="true"><p id="data">a</p></div>
    <p id="off" no-select="false">a</p>`
  stop = guardNoSelect(document)
})
afterEach(() => stop())

it.each(['marked', 'data'])('blocks selection, copy, cut, drag and mouse-down on a marked element (%s)', (id) =>
  expect(blocked(id)).toEqual(EVENTS),
)
it.each(['free', 'off', 'freed'])('blocks nothing on an element that is unmarked or marked false (%s)', (id) =>
  expect(blocked(id)).toEqual([]),
)
it('still allows pointer and clipboard on a field inside a marked element', () => expect(blocked('field')).toEqual([]))
it('blocks nothing once stopped', () => {
  stop()
  expect(blocked('marked')).toEqual([])
})
