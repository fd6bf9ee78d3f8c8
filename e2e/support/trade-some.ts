import { randomUUID } from 'node:crypto'
import type { Session } from '@aerie/wire/account/accounts'
import type { ServerAddress } from './aerie-server.ts'
import { post } from './people.ts'
import { until } from './until.ts'

/** An open position, a closed trade, alerts and a trade idea. */
export async function tradeSome(server: ServerAddress, { token }: Pick<Session, 'token'>): Promise<void> {
  const asked = { authorization: `Bearer ${token}` }
  const send = (what: string, path: string, body: () => object) =>
    until(what, async () => (await post(server, path, body(), asked)).ok || undefined)
  const order = { symbol: 'BTC', side: 'buy', type: 'market', size: '0.0123' }
  await send('the order', '/orders', () => ({ ...order, client_id: randomUUID() }))
  await send('a second order', '/orders', () => ({ ...order, symbol: 'DOGE', size: '1234', client_id: randomUUID() }))
  await send('its end', '/positions/DOGE/close', () => ({ client_id: randomUUID() }))
  for (const level of ['123456.789', '60000'])
    await send('the alert', '/alerts', () => ({
      kind: 'price',
      symbol: 'BTC',
      direction: 'above',
      level,
      repeat: 'once',
      channels: ['app'],
    }))
  await send('the idea', '/ideas', () => ({
    symbol: 'BTC',
    side: 'long',
    target: '99999.99',
    stop: '1234.56',
    horizon_s: 86_400,
    text: 'A plan',
  }))
}
