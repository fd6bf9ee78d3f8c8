import { expect, it } from 'vitest'
import { PicturePlaces } from './picture-places.ts'

it('has one slot per user and two in total, and releases them', () => {
  const places = new PicturePlaces()
  const leave = places.take('ada')
  expect(() => places.take('ada')).toThrow('conflict')
  places.take('bob')
  expect(() => places.take('eve')).toThrow('unavailable')
  leave()
  places.take('eve')
  expect(() => places.take('ada')).toThrow('unavailable')
})
