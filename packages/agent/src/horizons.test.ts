import { describe, expect, it } from 'vitest'
import { callsFor } from './test-engine.ts'

describe('hours ahead', () => {
  it.each([
    ['predict btc', 'BTC+24'],
    ['btc in half a day', 'BTC+12'],
    ['btc in twelve hours', 'BTC+12'],
    ['btc twenty-three hours from now', 'BTC+23'],
    ['btc tomorrow', 'BTC+24'],
    ['btc over the next 3 hours', 'BTC+3'],
    ['btc in the next hour', 'BTC+1'],
    ['btc in 120 minutes', 'BTC+2'],
    ['btc in a couple of hours', 'BTC+2'],
    ['btc a dozen hours from now', 'BTC+12'],
    ['btc +6h', 'BTC+6'],
    ['predict btc for 1h 30 minutes and 30 minutes', 'none'],
    ['predict btc in 1, 6 and 12 hours', 'BTC+1 BTC+6 BTC+12'],
    ['btc forecast 2h, 4h, 8h', 'BTC+2 BTC+4 BTC+8'],
    ['btc １２ hours from now', 'BTC+12'],
  ])('%s', (question, calls) => expect(callsFor(question)).toBe(calls))
})

describe('hours back', () => {
  it.each([
    ['btc 6 hours ago', 'BTC-6'],
    ['btc yesterday', 'BTC-24'],
    ['btc this time yesterday', 'BTC-24'],
    ['btc the day before yesterday', 'BTC-48'],
    ['btc last week', 'BTC-168'],
    ['btc over the past month', 'BTC-720'],
    ['btc in the last 6 hours', 'BTC-6'],
    ['how did btc do in the past hour', 'BTC-1'],
    ['btc 1 and 2 hours ago', 'BTC-1 BTC-2'],
    ['how much has btc gained in 24h', 'BTC-24'],
    ['btc 90 days ago', 'BTC-2160'],
  ])('%s', (question, calls) => expect(callsFor(question)).toBe(calls))
})

describe('times other than whole hours within range are rejected', () => {
  it.each([
    'btc in 90 minutes',
    'btc in an hour and a half',
    'btc in half an hour',
    'btc in 0 hours',
    'predict btc -6h',
    'btc in 25 hours',
    'btc in 2 days',
    'btc next week',
    'btc in a few hours',
    'btc tonight',
    'btc at 5pm',
    'btc at 14:30 tomorrow',
    'btc on friday',
    'btc tomorrow morning',
    'predict btc for 2030',
    'predict btc for a million hours',
    'btc 91 days ago',
    'btc a year ago',
    'btc 30 minutes ago',
    'btc on the 10th',
    'btc price since the 10th',
    'btc price 25.11.',
    'Bitcoin Kurs am 10.',
    'цена биткоина 10 числа',
    '比特币10号的价格',
    'btc price in Q3',
    'btc price week 46',
    'btc price between monday and friday',
    'predict btc for the 10th',
    'btc price in may',
    'btc price back then',
    'btc price during the crash',
    'btc price the day i bought',
    'btc price in the past',
    'btc on the last day of october',
    'btc price the week before last',
    'btc price at 14.30',
    'what was the price of eth before the merge',
    'цена эфира в день выборов',
  ])('%s', (question) => expect(callsFor(question)).toBe('none'))
})

describe('a number with another meaning', () => {
  it.each([
    ['is btc above 100', 'BTC'],
    ['will btc hit 12 in 6 hours', 'BTC+6'],
    ['2 eth in dollars', 'ETH'],
    ['has sol passed 200 yet', 'SOL'],
    ['is btc over 100k', 'BTC'],
    ['is the xrp price at 2.15', 'XRP'],
    ['sol price at 142.50', 'SOL'],
  ])('is not a time: %s', (question, calls) => expect(callsFor(question)).toBe(calls))
})

it('asks for the direction when hours have none', () => expect(callsFor('btc 6h')).toBe('none'))
