import { describe, expect, it } from 'vitest'
import { annualised, closeToClose, garmanKlass, parkinson, yangZhang } from './volatility.ts'

/* Daily prices (high, low, open, close) with expected values from the tests of other projects; sources: docs/math/volatility.md. */

/** IBM, 30 days from 2 January 2014: highs and lows. */
const IBM_2014 = candles(`
  187.399994 185.199997; 187.350006 185.300003; 187.360001 185.300003; 190.350006 186.380005; 189.419998 187.259995;
  189.5 186.550003; 188.570007 186.279999; 186.949997 183.860001; 186.429993 183.880005; 188.649994 185.490005;
  188.990005 186.800003; 190.809998 187.860001; 190.389999 186.789993; 183.5 179.669998; 183.720001 180.710007;
  182.809998 179.639999; 179.649994 177.660004; 178.449997 176.160004; 178.529999 175.889999; 177.860001 176.360001;
  177.839996 175.339996; 176.020004 172.720001; 173.75 172.360001; 174.970001 172.190002; 174.850006 173.789993;
  177.559998 175.070007; 177.649994 176.25; 180.389999 176.800003; 181.25 179.259995; 182.360001 177.860001
`)

const IBM_2000 = candles(`
  99.875 97.25 98.4375 98.5625; 102.3125 98.5 99 101.9375; 102.625 99.375 102.5 100.125; 102.375 99.4375 99.875 100.3125;
  103.5 100.6875 101.125 102.3125; 103.75 99.25 103.625 100; 100 95.6875 96.75 99.4375; 98.375 93 98 93;
  99.4375 91.625 91.8125 97.4375; 99.875 98.5 99.25 99.5; 100.0625 97.625 99.5 99.375; 99.6875 98.25 99.25 98.25;
  102.5 98.25 98.3125 101.9375; 103.25 100.875 101.5 103.25; 104.375 98.5 103.25 98.5; 100.8125 98.3125 98.5 98.5;
  101.75 99.25 99.375 99.9375; 102 98.4375 100.4375 98.4375; 100.75 97.375 98.75 97.875; 99.9375 96.6875 97.75 99.8125;
  98 92.25 98 93.5; 99.3125 94.375 94.4375 95.625; 99.1875 95.75 96 98.375; 104.75 99.625 100.4375 103.375;
  101.8125 94.8125 101.75 96.75; 95.9375 93.125 95.0625 93.125; 99 95.75 98 97; 98.25 93.75 96.5 95; 96.125 92.5 95.25 93.875;
  96.625 90.6875 94.875 91.25
`)

const SPY_2013 = candles(`
  151.89 150.49 151.16 151.89; 152.86 149 152.63 149; 150.2 148.73 149.72 150.02; 152.33 149.76 149.89 151.91;
  152.87 151.41 151.9 151.61; 152.34 150.41 151.09 152.11; 152.92 151.52 151.76 152.92; 154.7 153.64 153.66 154.29;
  154.92 154.16 154.84 154.5; 154.98 154.52 154.71 154.78; 155.65 154.66 155.46 155.44
`)

function candles(text: string) {
  const numbers = text.split(';').map((row) => row.trim().split(' ').map(Number))
  return numbers.map(([high = Number.NaN, low = Number.NaN, open = Number.NaN, close = Number.NaN]) => ({ open, high, low, close }))
}

const ofYear = (variance: number | undefined) => annualised(variance ?? Number.NaN, 252).toFixed(6)

describe('published volatility values', () => {
  it('match C++ DataFrame for Parkinson, to all its digits', () => expect(ofYear(parkinson(IBM_2014))).toBe('0.143397'))

  it('match C++ DataFrame for Garman-Klass, to all its digits', () => expect(ofYear(garmanKlass(IBM_2000))).toBe('0.392054'))

  it('match Lean for Yang-Zhang, to 15 digits, on a day and on the next', () => {
    const [first, next] = [SPY_2013.slice(0, 10), SPY_2013.slice(1)].map((window) => Math.sqrt(yangZhang(window) ?? Number.NaN))
    expect(first).toBeCloseTo(0.007_516_467_597_643_675, 17)
    expect(next).toBeCloseTo(0.006_631_383_502_169_219, 17)
  })

  it('match NIST for close numbers far from 0: NumAcc1, 10000001, 10000003, 10000002, is 1', () =>
    expect(closeToClose([10_000_001, 10_000_003, 10_000_002])).toBe(1))
})
