import { expect, it } from 'vitest'
import { isElement } from './is-element.ts'

it('recognises elements of this window and of another window with different classes', () => {
  const other = Object.assign(new EventTarget(), { closest: () => null })
  expect([other instanceof Element, isElement(other), isElement(document.body)]).toEqual([false, true, true])
})

it('rejects everything else', () =>
  expect([null, document, window, document.createTextNode('')].map(isElement)).toEqual([false, false, false, false]))
