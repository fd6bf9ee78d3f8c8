import { expect, it } from 'vitest'
import { rText } from './idea-news-text.ts'

it('adds a sign to an R figure unless it rounds to zero', () =>
  expect([1.25, -1, 0, 0.004, -0.004, -0.006].map(rText)).toEqual(['+1.25R', '−1.00R', '0.00R', '0.00R', '0.00R', '−0.01R']))
