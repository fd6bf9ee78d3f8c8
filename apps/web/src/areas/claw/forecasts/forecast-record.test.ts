import { expect, it } from 'vitest'
import { recordOf } from './forecasts-panel.tsx'

const card = (scored: number, share: number | null, independent = scored / 24) => ({
  scored,
  independent,
  coverage: [
    { percent: 50, share: 0.5, low: null, high: null },
    { percent: 80, share, low: null, high: null },
  ],
})

it('weights every scored prediction of every coin equally', () =>
  // 240 of 300 plus 70 of 100.
  expect(recordOf([card(300, 0.8), card(100, 0.7)])).toEqual({
    scored: 400,
    independent: expect.closeTo(400 / 24),
    share: expect.closeTo(310 / 400),
  }))

it('has no share when nothing is scored, as opposed to a share of 0', () => {
  expect(recordOf([card(0, null)])).toEqual({ scored: 0, independent: 0, share: null })
  expect(recordOf([])).toMatchObject({ share: null })
  expect(recordOf([card(0, null), card(10, 0)]).share).toBe(0)
})
