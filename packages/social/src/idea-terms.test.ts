import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { type IdeaTerms, ideaFaults, leastDistance, rewardOf } from './idea-terms.ts'

const long = (more: Partial<IdeaTerms> = {}): IdeaTerms => ({
  side: 'long',
  entry: 100,
  target: 110,
  stop: 95,
  horizonMs: HOUR_MS,
  ...more,
})
const short = (more: Partial<IdeaTerms> = {}): IdeaTerms => long({ side: 'short', target: 90, stop: 105, ...more })

describe('the terms of an idea', () => {
  it('are accepted with target and stop on their own sides of the entry', () => {
    expect([long(), short()].map((terms) => ideaFaults(terms, null))).toEqual([[], []])
    expect(rewardOf(long())).toBe(2)
  })

  it('are refused with target or stop on the wrong side of the entry', () => {
    expect(ideaFaults(long({ target: 99 }), null)).toEqual(['target-side'])
    expect(ideaFaults(long({ stop: 101 }), null)).toEqual(['stop-side'])
    expect(ideaFaults(short({ target: 101, stop: 99 }), null)).toEqual(['target-side', 'stop-side'])
    expect(ideaFaults(long({ target: 100, stop: Number.NaN }), null)).toEqual(['target-side', 'stop-side'])
  })

  it('keep a distance of 0.1 % and of three ticks, whichever is greater', () => {
    expect([leastDistance(100, null), leastDistance(100, 0.01), leastDistance(100, 0.05)]).toEqual([0.1, 0.1, 0.05 * 3])
    expect(ideaFaults(long({ target: 100.1, stop: 99.9 }), null)).toEqual([])
    expect(ideaFaults(long({ target: 100.0999, stop: 99.9001 }), null)).toEqual(['target-near', 'stop-near'])
    expect(ideaFaults(long({ target: 100.14 }), 0.05)).toEqual(['target-near'])
  })

  it('last from 15 minutes to 7 days', () => {
    expect(ideaFaults(long({ horizonMs: 15 * MINUTE_MS }), null)).toEqual([])
    expect(ideaFaults(long({ horizonMs: 7 * DAY_MS }), null)).toEqual([])
    expect(ideaFaults(long({ horizonMs: 15 * MINUTE_MS - 1 }), null)).toEqual(['horizon-short'])
    expect(ideaFaults(long({ horizonMs: 7 * DAY_MS + 1 }), null)).toEqual(['horizon-long'])
  })
})
