import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gasLines, SNAPSHOT } from '../gas-snapshot.mjs'
import { runForge } from '../run-forge.mjs'

/** Fewer means that forge did not find them. */
const LEAST_TESTS = 90

const tests = await runForge()

it('finds the tests', () => expect(tests.length).toBeGreaterThanOrEqual(LEAST_TESTS))

it.each(tests)('$suite $name', ({ isPassed, reason }) => expect(isPassed ? 'passed' : reason).toBe('passed'))

it.each(tests.filter(({ kind }) => kind.Invariant))('$name makes over 2,000 calls without a revert', ({ kind }) => {
  expect(kind.Invariant?.calls).toBeGreaterThan(2000)
  expect(kind.Invariant?.reverts).toBe(0)
})

describe('gas', () => {
  it('matches .gas-snapshot; `npm run gas -w contracts` regenerates it', () =>
    expect(gasLines(tests)).toEqual(readFileSync(SNAPSHOT, 'utf8').trim().split('\n')))
})
