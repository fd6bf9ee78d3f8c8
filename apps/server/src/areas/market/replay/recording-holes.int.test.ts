import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RECORDED_FROM, replayStage } from '../../../../test/replay-stage.ts'

const END = 80
let dir: string
let stage: Awaited<ReturnType<typeof replayStage>>

/** BTC has minutes 0 to 9 and 20 to 29, ETH all 80. */
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aerie-holes-'))
  const write = (symbol: string, isRecorded: (minute: number) => boolean) => {
    const rows = Array.from({ length: END }, (_, n) => n)
      .filter(isRecorded)
      .map((n) => `${RECORDED_FROM / 1000 + n * 60},${1000 + n},${1001 + n},${999 + n},${1001 + n},100\n`)
    writeFileSync(join(dir, `${symbol}USDT-1m.csv`), `time,open,high,low,close,volume\n${rows.join('')}`)
  }
  write('BTC', (n) => n < 10 || (n >= 20 && n < 30))
  write('ETH', () => true)
  stage = await replayStage('users', { dir, from: RECORDED_FROM + 5 * 60_000, clock: systemClock })
})
afterEach(async () => {
  await stage.close()
  rmSync(dir, { recursive: true, force: true })
})

const stepTo = (minute: number): void => {
  while (stage.market.hub.now() < RECORDED_FROM + minute * 60_000) stage.market.transport()?.step()
}
const order = async (id: string, symbol: string, more: object = {}) => {
  const body = { client_id: id, symbol, side: 'buy', type: 'market', size: '0.1', ...more }
  const { status, code, data } = await stage.call('POST', '/orders', body)
  return status === 201 ? (data as { state: string }).state : code
}
const staleOnes = async () => {
  const { data } = await stage.call('GET', '/trading/instruments')
  return (data as { symbol: string; is_stale: boolean | null }[]).filter((one) => one.is_stale === true).map(({ symbol }) => symbol)
}
const listed = async <T>(path: string): Promise<T[]> => (await stage.call('GET', path)).data

it('refuses orders in a hole of a recording, fills nothing there, and trades again after it', async () => {
  expect([await order('a', 'BTC'), await order('rest', 'BTC', { type: 'limit', price: '950' })]).toEqual(['filled', 'open'])
  stepTo(10)
  expect([await order('b', 'BTC'), await order('e', 'ETH'), await staleOnes()]).toEqual(['staleBookRejected', 'filled', ['BTC']])
  stepTo(15)
  expect([stage.market.hub.details('BTC')?.stale, stage.market.hub.details('ETH')?.stale]).toEqual([true, false])
  expect(await stage.call('POST', '/positions/BTC/close', { client_id: 'c' })).toMatchObject({ status: 422, code: 'staleBookRejected' })
  stepTo(20)
  expect([await order('f', 'BTC', { side: 'sell' }), await staleOnes()]).toEqual(['filled', []])
  expect(await listed('/fills')).toMatchObject([
    { client_id: 'f', symbol: 'BTC' },
    { client_id: 'e', symbol: 'ETH' },
    { client_id: 'a', symbol: 'BTC' },
  ])
})

it('pays no funding and fills no order of a coin whose recording has ended, nor of any after the end', async () => {
  stepTo(25)
  expect([await order('a', 'BTC'), await order('e', 'ETH')]).toEqual(['filled', 'filled'])
  stepTo(62)
  expect([await order('b', 'BTC', { side: 'sell' }), await order('f', 'ETH'), await staleOnes()]).toEqual([
    'staleBookRejected',
    'filled',
    ['BTC'],
  ])
  const funded = (await listed<{ kind: string; lines: unknown[] }>('/trading/ledger')).filter(({ kind }) => kind === 'funded')
  expect(funded).toHaveLength(1)
  expect(await listed('/positions')).toMatchObject([{ symbol: 'BTC' }, { symbol: 'ETH' }])
  stepTo(END)
  expect([await order('g', 'ETH'), (await staleOnes()).toSorted()]).toEqual(['staleBookRejected', ['BTC', 'ETH']])
  expect([stage.market.hub.status().badge, stage.market.hub.details('ETH')?.stale]).toEqual(['STALE', true])
})
