import { expect, it } from 'vitest'
import { isElement } from './is-element.ts'

it('knows elements of this window and of another, whose classes are others', () => {
  const other = Object.assign(new EventTarget(), { closest: () => null })
  expect([other instanceof Element, isElement(other), isElement(document.body)]).toEqual([false, true, true])
})

it('takes nothing else for one', () =>
  expect([null, document, window, document.createTextNode('')].map(isElement)).toEqual([false, false, false, false]))
