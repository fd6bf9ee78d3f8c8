import { describe, expect, it } from 'vitest'
import { emptyAccount } from './state.ts'
import { storedForm, storedState } from './stored/stored.ts'
import { BEST, order, run } from './test/session.ts'

const resting = (id: string, price: string, body: object = {}) => order(id, { type: 'limit', size: '1', price, ...body })
const OPEN = [
  { t: 0, book: BEST },
  { t: 0, mark: { symbol: 'X', price: '100' } },
  { t: 1, order: order('entry', { size: '10' }) },
  { t: 2, order: resting('bid', '98') },
  { t: 3, order: order('stop', { type: 'stop', side: 'sell', size: '10', trigger: '90', reduce_only: true }) },
  { t: 4, order: order('wait', { type: 'stop', size: '1', trigger: '110' }) },
]
const armed = (t: number, more: object = {}) => ({ t, schedule_cancel: { seconds: 30, ...more } })
const endOf = ({ order: find }: ReturnType<typeof run>, id: string) => [find(id)?.state, find(id)?.reason]

describe('the dead-man switch', () => {
  it('is off until requested', () => expect(endOf(run([...OPEN, { t: 1e9 }]), 'bid')).toEqual(['open', null]))

  it('cancels all orders, including stops, at its time and not before', () => {
    expect(endOf(run([...OPEN, armed(10), { t: 30_009 }]), 'bid')).toEqual(['open', null])
    const fired = run([...OPEN, armed(10), { t: 30_010 }])
    for (const id of ['bid', 'stop', 'wait']) expect(endOf(fired, id)).toEqual(['canceled', 'scheduledCancel'])
    expect(fired.final.positions).toHaveLength(1)
    expect(fired.events.find(({ event }) => event === 'scheduledCancelFired')).toMatchObject({ t: 30_010, due: 30_010 })
  })

  it('keeps reduce-only orders when requested', () => {
    const fired = run([...OPEN, armed(10, { keep_reduce_only: true }), { t: 30_010 }])
    expect(endOf(fired, 'stop')).toEqual(['untriggered', null])
    for (const id of ['bid', 'wait']) expect(endOf(fired, id)).toEqual(['canceled', 'scheduledCancel'])
  })

  it('is postponed by each renewal, and turned off by null', () => {
    expect(endOf(run([...OPEN, armed(10), armed(20_000), { t: 49_999 }]), 'bid')).toEqual(['open', null])
    expect(endOf(run([...OPEN, armed(10), armed(20_000), { t: 50_000 }]), 'bid')).toEqual(['canceled', 'scheduledCancel'])
    expect(endOf(run([...OPEN, armed(10), { t: 20, schedule_cancel: null }, { t: 1e9 }]), 'bid')).toEqual(['open', null])
  })

  it('fires once: a later order remains', () => {
    const later = run([...OPEN, armed(10), { t: 30_010 }, { t: 30_011, order: resting('later', '97') }, { t: 1e6 }])
    expect(endOf(later, 'later')).toEqual(['open', null])
  })

  it('fires before anything else at that time: a trade finds no order, and a renewal is too late', () => {
    const trade = { t: 40_000, trade: { symbol: 'X', price: '97', size: '100', aggressor: 'sell' } }
    expect(endOf(run([...OPEN, armed(10), trade]), 'bid')).toEqual(['canceled', 'scheduledCancel'])
    expect(endOf(run([...OPEN, armed(10), armed(30_010)]), 'bid')).toEqual(['canceled', 'scheduledCancel'])
  })

  it('cancels a scaled order with all of its legs, and the unfilled rest of a bracket whose exits remain', () => {
    const scale = order('s', { type: 'scale', size: '3', price: '95', to_price: '97', legs: 3 })
    const fired = run([...OPEN, { t: 5, order: scale }, armed(10), { t: 30_010 }])
    expect(fired.final.orders.filter(({ client_id }) => client_id?.startsWith('s')).map(({ state }) => state)).toEqual([
      'canceled',
      'canceled',
      'canceled',
      'canceled',
      'canceled',
    ])
    const bracket = resting('b', '101', { size: '150', leverage: 5, stop_loss: { trigger: '80' } })
    const partial = run([{ t: 0, book: BEST }, { t: 1, order: bracket }, armed(2, { keep_reduce_only: true }), { t: 30_002 }])
    expect(endOf(partial, 'b')).toEqual(['canceled', 'scheduledCancel'])
    expect(endOf(partial, 'b:sl')).toEqual(['untriggered', null])
  })

  it('is refused with the line number when its time is invalid', () => {
    for (const seconds of [0, 4, -1, 86_401, 5.5, '30', null])
      expect(() => run([{ t: 0, schedule_cancel: { seconds } }])).toThrow('line 2: schedule_cancel.seconds')
  })

  it('is read from the stored state, and absent from state stored before it existed', () => {
    const scheduled = { at: 7, afterMs: 5_000, keepsReduceOnly: true }
    expect(storedState(storedForm({ ...emptyAccount(), scheduled })).scheduled).toEqual(scheduled)
    const { scheduled: _, ...before } = emptyAccount()
    expect(storedState(storedForm(before)).scheduled).toBeNull()
    expect(() => storedState({ seq: 1 })).toThrow(RangeError)
  })
})
