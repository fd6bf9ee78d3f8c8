import { afterEach, beforeEach, expect, it } from 'vitest'
import { showFullTexts } from './shell.tsx'

let stop: () => void
const add = (html: string, width: number): HTMLElement => {
  document.body.insertAdjacentHTML('beforeend', html)
  const made = document.body.lastElementChild as HTMLElement
  const text = made.querySelector<HTMLElement>('span') ?? made
  Object.defineProperties(text, { scrollWidth: { value: width }, clientWidth: { value: 50 } })
  return text
}
const hover = (element: Element) => element.dispatchEvent(new Event('pointerover', { bubbles: true }))

beforeEach(() => {
  stop = showFullTexts()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

it('gives a cut text its full text as title, and removes it afterwards', () => {
  const cut = add('<span style="text-overflow: ellipsis">A very long name</span>', 90)
  hover(cut)
  expect(cut.title).toBe('A very long name')
  hover(document.body)
  expect(cut.hasAttribute('title')).toBe(false)
})

it('leaves uncut texts and stated titles alone', () => {
  const whole = add('<span style="text-overflow: ellipsis">Short</span>', 50)
  const titled = add('<div title="Exact"><span style="text-overflow: ellipsis">A very long name</span></div>', 90)
  hover(whole)
  hover(titled)
  expect([whole.hasAttribute('title'), titled.hasAttribute('title')]).toEqual([false, false])
})
