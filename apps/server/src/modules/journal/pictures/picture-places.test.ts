import { expect, it } from 'vitest'
import { PicturePlaces } from './picture-places.ts'

it('has one place of a user and two of all, and gives them back', () => {
  const places = new PicturePlaces()
  const leave = places.take('ada')
  expect(() => places.take('ada')).toThrow('conflict')
  places.take('bob')
  expect(() => places.take('eve')).toThrow('unavailable')
  leave()
  places.take('eve')
  expect(() => places.take('ada')).toThrow('unavailable')
})
