import { expect, it } from 'vitest'
import { openR } from './idea-result.tsx'
import { withoutMarks } from './idea-text.tsx'

it('states the result so far in multiples of the distance to the stop', () => {
  expect(openR({ side: 'long', entry: '100', stop: '90' }, 103)).toBeCloseTo(0.3, 12)
  expect(openR({ side: 'short', entry: '100', stop: '110' }, 103)).toBeCloseTo(-0.3, 12)
})

it('drops the marks of Markdown from the text that is shown first', () =>
  expect(withoutMarks('# Plan\nA **continuation** of `BTC`, see [this](https://a.example), 2 * 3 * 4')).toBe(
    'Plan\nA continuation of BTC, see this, 2 * 3 * 4',
  ))
