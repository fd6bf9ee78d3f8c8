import { afterEach, expect, it } from 'vitest'
import { isElement } from './is-element.ts'

afterEach(() => document.body.replaceChildren())

it('knows elements of this window and of another, whose classes are others', () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const other = frame.contentDocument?.createElement('button') ?? null
  expect([other instanceof HTMLElement, isElement(other), isElement(document.body)]).toEqual([false, true, true])
})

it('takes nothing else for one', () =>
  expect([null, document, window, document.createTextNode('')].map(isElement)).toEqual([false, false, false, false]))
