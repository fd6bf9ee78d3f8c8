import { describe, expect, it } from 'vitest'
import { testQuote } from '../test/ideas.ts'
import { checkDraft, type Draft } from './idea-draft.ts'

const draft = (more: Partial<Draft> = {}): Draft => ({
  symbol: 'BTC',
  side: 'long',
  target: '110',
  stop: '95',
  horizonS: 3_600,
  text: 'Up.',
  ...more,
})

describe('an idea draft', () => {
  it('can be posted with prices on the correct sides, and shows the reward', () => {
    expect(checkDraft(draft(), testQuote())).toEqual({
      problems: {},
      reward: 2,
      prices: { target: '110', stop: '95' },
      reason: undefined,
    })
  })

  it("shows each field's error next to it, based on the current price", () => {
    expect(checkDraft(draft({ target: '99' }), testQuote())).toMatchObject({
      problems: { target: 'Must be above the entry for long, below it for short' },
      reward: null,
    })
    expect(checkDraft(draft(), testQuote({ price: '111' })).problems).toEqual({
      target: 'Must be above the entry for long, below it for short',
    })
    expect(checkDraft(draft({ stop: '99.95' }), testQuote()).problems).toEqual({ stop: 'At least 0.1% and three ticks from the entry' })
    expect(checkDraft(draft({ stop: 'abc', target: '-1' }), testQuote()).problems).toEqual({
      stop: 'Enter a number, such as 1234.5.',
      target: 'Enter a number without a minus sign.',
    })
    expect(checkDraft(draft({ stop: 'abc' }), testQuote()).reason).toBe('Correct the marked fields')
  })

  it('shows no error for a field that is still empty', () => {
    expect(checkDraft(draft({ target: '', stop: '' }), testQuote())).toEqual({
      problems: {},
      reward: null,
      prices: null,
      reason: 'Enter target and stop',
    })
  })

  it.each([
    [undefined, 'Loading the price'],
    [testQuote({ price: null }), 'The price is stale. Wait until it updates.'],
    [testQuote({ is_stale: true }), 'The price is stale. Wait until it updates.'],
    [testQuote({ open: 3 }), 'You have reached the limit of open ideas'],
    [testQuote({ open_all: 20 }), 'You have reached the limit of open ideas'],
  ])('cannot be posted while the market or a limit forbids it', (quote, reason) => {
    expect(checkDraft(draft(), quote).reason).toBe(reason)
  })

  it('posts a price in plain digits, however it was typed', () => {
    const typed = draft({ target: '$1,110.50', stop: '９５' })
    expect(checkDraft(typed, testQuote()).prices).toEqual({ target: '1110.50', stop: '95' })
    expect(checkDraft(draft({ target: '1,110' }), testQuote()).problems.target).toBe(
      '“1,110” can mean 1110 or 1.110. Enter one of the two.',
    )
    expect(checkDraft(draft({ stop: '0.00' }), testQuote()).problems.stop).toBe('Enter a price above 0')
  })

  it('requires a text', () => {
    expect(checkDraft(draft({ text: ' \n' }), testQuote()).reason).toBe('Say why')
  })
})
