import { expect, it } from 'vitest'
import { listenerSet } from './listener-set.ts'

it('notifies every subscriber, and none that has unsubscribed', () => {
  const changes = listenerSet<[symbol: string, price: number]>()
  const heard: unknown[] = []
  const stop = changes.subscribe((...args) => heard.push(['a', ...args]))
  changes.subscribe((...args) => heard.push(['b', ...args]))
  changes.tell('BTC', 1)
  stop()
  changes.tell('BTC', 2)
  expect(heard).toEqual([
    ['a', 'BTC', 1],
    ['b', 'BTC', 1],
    ['b', 'BTC', 2],
  ])
  expect(changes.size()).toBe(1)
})

it('notifies the remaining listeners when one throws, and throws afterwards', () => {
  const changes = listenerSet()
  const heard: string[] = []
  changes.subscribe(() => {
    throw new Error('first')
  })
  changes.subscribe(() => heard.push('second'))
  expect(() => changes.tell()).toThrow('first')
  expect(heard).toEqual(['second'])
})

it('throws all errors when there were several', () => {
  const changes = listenerSet()
  const fail = (text: string) => () => {
    throw new Error(text)
  }
  changes.subscribe(fail('one'))
  changes.subscribe(fail('two'))
  expect(() => changes.tell()).toThrow(expect.objectContaining({ errors: [new Error('one'), new Error('two')] }))
})

it('skips listeners that unsubscribe or subscribe during a notification', () => {
  const changes = listenerSet()
  const heard: string[] = []
  const stops: (() => void)[] = []
  changes.subscribe(() => {
    for (const stop of stops) stop()
    changes.subscribe(() => heard.push('late'))
  })
  stops.push(changes.subscribe(() => heard.push('gone')))
  changes.tell()
  expect(heard).toEqual([])
})

it('counts the same function once', () => {
  const changes = listenerSet()
  const heard: number[] = []
  const listener = (): void => void heard.push(1)
  changes.subscribe(listener)
  changes.subscribe(listener)
  changes.tell()
  expect(heard).toEqual([1])
})
