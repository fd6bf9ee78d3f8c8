import { expect, it } from 'vitest'
import { listenerSet } from './listener-set.ts'

it('notifies every subscriber, and none that has unsubscribed', () => {
  const changes = listenerSet<[symbol: string, price: number]>()
  const received: unknown[] = []
  const stop = changes.subscribe((...args) => received.push(['a', ...args]))
  changes.subscribe((...args) => received.push(['b', ...args]))
  changes.emit('BTC', 1)
  stop()
  changes.emit('BTC', 2)
  expect(received).toEqual([
    ['a', 'BTC', 1],
    ['b', 'BTC', 1],
    ['b', 'BTC', 2],
  ])
  expect(changes.size()).toBe(1)
})

it('notifies the remaining listeners when one throws, and throws afterwards', () => {
  const changes = listenerSet()
  const received: string[] = []
  changes.subscribe(() => {
    throw new Error('first')
  })
  changes.subscribe(() => received.push('second'))
  expect(() => changes.emit()).toThrow('first')
  expect(received).toEqual(['second'])
})

it('throws all errors when there were several', () => {
  const changes = listenerSet()
  const fail = (text: string) => () => {
    throw new Error(text)
  }
  changes.subscribe(fail('one'))
  changes.subscribe(fail('two'))
  expect(() => changes.emit()).toThrow(expect.objectContaining({ errors: [new Error('one'), new Error('two')] }))
})

it('skips listeners that unsubscribe or subscribe during a notification', () => {
  const changes = listenerSet()
  const received: string[] = []
  const stops: (() => void)[] = []
  changes.subscribe(() => {
    for (const stop of stops) stop()
    changes.subscribe(() => received.push('late'))
  })
  stops.push(changes.subscribe(() => received.push('gone')))
  changes.emit()
  expect(received).toEqual([])
})

it('counts the same function once', () => {
  const changes = listenerSet()
  const received: number[] = []
  const listener = (): void => void received.push(1)
  changes.subscribe(listener)
  changes.subscribe(listener)
  changes.emit()
  expect(received).toEqual([1])
})
