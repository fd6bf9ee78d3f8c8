import { expect, it } from 'vitest'
import { PictureSlots } from './picture-slots.ts'

it('has one slot per user and two in total, and releases them', () => {
  const slots = new PictureSlots()
  const leave = slots.take('ada')
  expect(() => slots.take('ada')).toThrow('conflict')
  slots.take('bob')
  expect(() => slots.take('eve')).toThrow('unavailable')
  leave()
  slots.take('eve')
  expect(() => slots.take('ada')).toThrow('unavailable')
})
