import type { CopyLogEntry, CopyRow } from '@aerie/wire/copies'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { expect } from 'vitest'
import { type Book, type TradingStage, tradingStage } from './trading-stage.ts'

export const BIG: Book = { bids: [[99.9, 10_000]], asks: [[100.1, 10_000]] }
const LIMITS = { per_trade_limit: '100000', daily_loss_limit: '500', total_loss_limit: '900' }

export type Person = { readonly token: string; readonly userId: string }
type Follower = Person & { readonly copy: string }

export const data = <T>(answer: { data: never }): T => answer.data as T
export const bodyOf = (leaderId: string, more: object = {}) => ({ leader: leaderId, allocation: '1000', ...LIMITS, ...more })

export async function copyStage() {
  const away = new Set<string>()
  const stage = await tradingStage({ isCopying: true, hasListener: (userId) => !away.has(userId) })
  return { ...stage, ...peopleOf(stage), away }
}

function peopleOf(stage: TradingStage) {
  let count = 0
  const next = (): number => {
    count += 1
    return count
  }
  const person = (): Promise<Person> => stage.trader(`copy${next()}@example.com`)
  const open = (one: Person) => stage.call('PUT', one.token, '/copies/leader', { name: `Leader ${next()}`, about: '' })
  const log = async (one: Person, query = ''): Promise<CopyLogEntry[]> => data(await stage.call('GET', one.token, `/copies/log${query}`))
  return {
    person,
    open,
    leader: async (): Promise<Person & { leaderId: string }> => {
      const one = await person()
      await stage.call('GET', one.token, '/trading/account')
      const made = await open(one)
      expect(made.status).toBe(200)
      return { ...one, leaderId: data<{ id: string }>(made).id }
    },
    follow: async (leaderId: string, more: object = {}): Promise<Follower> => {
      const one = await person()
      const made = await stage.call('POST', one.token, '/copies', bodyOf(leaderId, more))
      expect(made).toMatchObject({ status: 201 })
      return { ...one, copy: data<CopyRow>(made).id }
    },
    order: (one: Person, side: 'buy' | 'sell', size: string, more: object = {}) =>
      stage.call('POST', one.token, '/orders', {
        client_id: `o${next()}`,
        symbol: 'SOL',
        side,
        type: 'market',
        size,
        leverage: 5,
        ...more,
      }),
    log,
    held: async (one: Person): Promise<string | undefined> =>
      data<TradingPosition[]>(await stage.call('GET', one.token, '/positions')).find(({ symbol }) => symbol === 'SOL')?.size,
    copyOf: async (one: Person): Promise<CopyRow | undefined> => data<CopyRow[]>(await stage.call('GET', one.token, '/copies'))[0],
    resume: (one: Follower) => stage.call('PATCH', one.token, `/copies/${one.copy}`, { paused: false }),
    look: async (): Promise<void> => {
      for (let times = 0; times < 6; times += 1) await stage.stage().copy.tend()
    },
    settles: async (one: Person, entries: number): Promise<CopyLogEntry[]> => {
      await expect.poll(async () => (await log(one)).length, { interval: 10 }).toBe(entries)
      return log(one)
    },
  }
}
