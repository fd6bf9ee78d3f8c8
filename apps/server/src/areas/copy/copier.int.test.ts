import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { BIG, bodyOf, copyStage, data, type Person } from '../../../test/copy-stage.ts'
import { heldQuery } from '../../../test/held-query.ts'

let stage: Awaited<ReturnType<typeof copyStage>>
beforeAll(async () => {
  stage = await copyStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.tick(100)
  stage.book('SOL', BIG)
})

const asked = z.array(z.unknown())
type Follower = Person & { readonly copy: string }
const followAs = async (one: Person, leaderId: string): Promise<Follower> => {
  const made = await stage.call('POST', one.token, '/copies', bodyOf(leaderId))
  expect(made.status).toBe(201)
  return { ...one, copy: data<{ id: string }>(made).id }
}
const stop = ({ token, copy }: Follower) => stage.call('DELETE', token, `/copies/${copy}?parts=close`)
const accountOf = async ({ copy }: Follower): Promise<string> => {
  const { rows } = await stage.accounts.db.execute<{ id: string }>(sql`select account_id as id from copies where id = ${copy}::uuid`)
  return rows[0]?.id ?? ''
}

async function former() {
  const lead = await stage.leader()
  const one = await stage.follow(lead.leaderId)
  await stage.order(lead, 'buy', '10')
  await stage.settles(one, 1)
  expect(await stop(one)).toMatchObject({ data: { state: 'stopped' } })
  return { lead, one }
}

describe('a new copy', () => {
  it('can be stopped at once by a user who copied before and has traded by hand since', async () => {
    const { one } = await former()
    await stage.order(one, 'buy', '1')
    await stage.order(one, 'sell', '1')
    const second = await followAs(one, (await stage.leader()).leaderId)
    await stop(second)
    await stage.look()
    expect((await stage.copyOf(second))?.state).toBe('stopped')
  })

  it('can be stopped while its user trades and missed events are being read', async () => {
    const [lead, next] = [await stage.leader(), await stage.leader()]
    const first = await stage.follow(lead.leaderId)
    expect(await stop(first)).toMatchObject({ data: { state: 'stopped' } })
    const shares = heldQuery(stage.accounts.db, /from .*copy_shares/, 'answered')
    const beginning = followAs(first, next.leaderId)
    await shares.reached
    // This order comes after the shares were read but before the copier subscribes to events.
    await stage.order(first, 'buy', '1')
    const account = await accountOf(first)
    // Release and hold in the same tick: the next query must not run before it is held.
    shares.release()
    const missed = heldQuery(stage.accounts.db, new RegExp(`from .*trading_events.* > .*${account}`), 'answered')
    await missed.reached
    await stage.order(first, 'buy', '1')
    missed.release()
    const second = await beginning
    await stop(second)
    await stage.look()
    expect((await stage.copyOf(second))?.state).toBe('stopped')
  })

  it('ignores what its leader did before while nobody copied, without reading it', async () => {
    const { lead, one } = await former()
    await stage.order(lead, 'sell', '10')
    await stage.order(lead, 'buy', '5')
    const query = vi.spyOn(stage.accounts.db.$client, 'query')
    const again = await followAs(one, lead.leaderId)
    // Captures only the queries of this follow: the periodic check may run others meanwhile.
    const read = query.mock.calls.flatMap((given: readonly unknown[]) =>
      /from \W*trading_events/.test(JSON.stringify(given[0])) ? [z.parse(asked, given[1]).slice(0, 2)] : [],
    )
    query.mockRestore()
    const { rows } = await stage.accounts.db.execute<{ id: string; seq: string }>(
      sql`select leader_account_id as id, leader_seq as seq from copies where id = ${again.copy}::uuid`,
    )
    expect(read).toContainEqual([rows[0]?.id, Number(rows[0]?.seq)])
    expect(read.filter((values) => values[0] === rows[0]?.id)).toHaveLength(1)
    const entries = async () => (await stage.log(again)).filter(({ copy }) => copy === again.copy)
    expect(await entries()).toEqual([])
    await stage.order(lead, 'sell', '5')
    await stage.order(lead, 'buy', '10')
    await expect.poll(entries, { interval: 10 }).toMatchObject([{ outcome: 'copied', target: '1' }])
  })

  it('ignores what its leader did just before while others copied', async () => {
    const lead = await stage.leader()
    const other = await stage.follow(lead.leaderId)
    // The leader's trade is held at this write.
    const written = heldQuery(stage.accounts.db, /copy-write.*fromSeq/, 'before')
    await stage.order(lead, 'buy', '10')
    await written.reached
    const beginning = stage.follow(lead.leaderId)
    const begun = async () => {
      const { rows } = await stage.accounts.db.execute(
        sql`select 1 from copies c join copies o using (leader_account_id) where o.id = ${other.copy}::uuid`,
      )
      return rows.length
    }
    await expect.poll(begun, { interval: 10 }).toBe(2)
    written.release()
    const one = await beginning
    await stage.settles(other, 1)
    expect(await stage.log(one)).toEqual([])
  })
})

describe('a copied stop', () => {
  const stops = async (one: Person) => {
    const orders = data<{ trigger: string; size: string }[]>(await stage.call('GET', one.token, '/orders?state=open'))
    return orders.map(({ trigger, size }) => [trigger, size])
  }
  const protectedPart = async () => {
    const lead = await stage.leader()
    const one = await stage.follow(lead.leaderId)
    await stage.order(lead, 'buy', '10', { stop_loss: { trigger: '95' } })
    await expect.poll(() => stops(one), { interval: 10 }).toEqual([['95', '1']])
    return { lead, one }
  }

  it('shrinks with the part that its user closes by hand, and never closes the user’s own position', async () => {
    const { one } = await protectedPart()
    await stage.order(one, 'sell', '0.5')
    await expect.poll(() => stops(one), { interval: 10 }).toEqual([['95', '0.5']])
    await stage.order(one, 'buy', '1')
    expect(await stage.held(one)).toBe('1.5')
    stage.tick(94)
    stage.book('SOL', { bids: [[93.9, 10_000]], asks: [[94.1, 10_000]] })
    await expect.poll(() => stage.held(one), { interval: 10 }).toBe('1')
  })

  it('shrinks even when the account of its leader no longer exists', async () => {
    const { lead, one } = await protectedPart()
    await stage.call('POST', lead.token, '/trading/account/reset', { deposit: '5000' })
    await stage.look()
    expect(await stops(one)).toEqual([['95', '1']])
    await stage.order(one, 'sell', '0.5')
    await expect.poll(() => stops(one), { interval: 10 }).toEqual([['95', '0.5']])
    await stage.order(one, 'sell', '0.5')
    await expect.poll(() => stops(one), { interval: 10 }).toEqual([])
  })
})
