import { HOUR_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { type HourCandle, momentPicture } from './moment-picture.ts'
import { momentSvg } from './moment-svg.ts'

const NINE = Date.UTC(2026, 10, 2, 9)
const hour = (back: number, open: number, close: number): HourCandle => [(NINE - back * HOUR_MS) / 1000, open, 110, 90, close]
const moment = { kind: 'entry', at: NINE, price: 105, levels: [{ kind: 'stop', price: 95 }] } as const

it('draws each candle at its position and price, with the line, the range and the price', () => {
  const picture = momentPicture(moment, [hour(48, 100, 104), hour(1, 104, 100)], { low: 90, high: 110 })
  expect(picture && momentSvg(picture, 'SOL <entry> & more')).toMatchInlineSnapshot(
    `"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 240" fill="none"><title>SOL &lt;entry> &amp; more</title><rect width="640" height="240" fill="#11151A"/><rect x="616" width="20" y="12.9" height="214.3" fill="#E3B341" fill-opacity="0.4"/><path stroke="#FF5C6C" stroke-dasharray="4 4" d="M0 173.6H640"/><path stroke="#2CCC98" d="M6.4 12.9V227.1"/><path fill="#2CCC98" d="M2.4 77.1h8v42.9h-8z"/><path stroke="#FF5C6C" d="M605.6 12.9V227.1"/><path fill="#FF5C6C" d="M601.6 77.1h8v42.9h-8z"/><circle cx="626" cy="66.4" r="5" fill="#F2F4F7"/></svg>"`,
  )
})

it('omits elements that have no data', () => {
  const picture = momentPicture({ ...moment, levels: [] }, [hour(48, 100, 104)], null)
  const svg = (picture && momentSvg(picture, 'SOL')) ?? ''
  expect([svg.match(/<rect/g)?.length, svg.match(/<path/g)?.length, svg.includes('dasharray')]).toEqual([1, 2, false])
})
