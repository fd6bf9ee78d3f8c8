import { describe, expect, it } from 'vitest'
import { budgetNote, fileTimes, slowestText } from './suite-times.mjs'

const report = {
  testResults: [
    { name: '/x/a.test.ts', startTime: 1_000, endTime: 1_500 },
    { name: '/x/b/c.test.ts', startTime: 1_000, endTime: 13_000 },
    { name: '/x/broken.test.ts' },
  ],
}

describe('the time of a suite', () => {
  it('is reported per file, slowest first, without files that never ran', () =>
    expect(fileTimes(report, '/x')).toEqual([
      { file: 'b/c.test.ts', seconds: 12 },
      { file: 'a.test.ts', seconds: 0.5 },
    ]))
  it('lists as many files as requested', () => expect(slowestText(fileTimes(report, '/x'), 1)).toBe('   12.0 s  b/c.test.ts'))
  it('is compared with its budget', () => expect([budgetNote(60, 60), budgetNote(61.2, 60)]).toEqual(['', 'over its budget: 61 s of 60 s']))
})
