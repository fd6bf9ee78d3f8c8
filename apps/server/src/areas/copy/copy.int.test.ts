import type { LeaderRow } from '@aerie/wire/copies'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BIG, bodyOf, copyStage, data, type Person } from '../../../test/copy-stage.ts'
import type { Book } from '../../../test/trading-stage.ts'

let stage: Awaited<ReturnType<typeof copyStage>>
beforeAll(async () => {
  stage = await copyStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.tick(100)
  stage.book('SOL', BIG)
})
type Stage = typeof stage
const person = () => stage.person()
const leader = () => stage.leader()
const follow = (...given: Parameters<Stage['follow']>) => stage.follow(...given)
const order = (...given: Parameters<Stage['order']>) => stage.order(...given)
const log = (...given: Parameters<Stage['log']>) => stage.log(...given)
const held = (one: Person) => stage.held(one)
const copyOf = (one: Person) => stage.copyOf(one)
const settles = (...given: Parameters<Stage['settles']>) => stage.settles(...given)

describe('a leader’s trade', () => {
  it('becomes the follower’s share of it, with the ratio at the start of the position, down to zero', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    // Equity 10,000 less fees, allocation 1,000: a little over a tenth.
    expect(await order(lead, 'buy', '10')).toMatchObject({ status: 201 })
    expect((await settles(one, 1))[0]).toMatchObject({ outcome: 'copied', leader_position: '10', target: '1', filled: '1', price: '100.1' })
    await order(lead, 'sell', '4')
    expect((await settles(one, 2))[0]).toMatchObject({ outcome: 'copied', target: '0.6', held: '1', wanted: '0.4' })
    await order(lead, 'sell', '6')
    await settles(one, 3)
    expect(await held(one)).toBeUndefined()
    expect(await copyOf(one)).toMatchObject({ state: 'active', parts: [], fills: 3 })
    expect(stage.notified.filter(({ userId, notice }) => userId === one.userId && notice.kind === 'copy')).toHaveLength(4)
  })

  it('is copied for a user with no window open, without notifying anybody', async () => {
    const lead = await leader()
    const [there, away] = [await follow(lead.leaderId), await follow(lead.leaderId)]
    stage.away.add(away.userId)
    const before = stage.notified.length
    await order(lead, 'buy', '10')
    expect([(await settles(there, 1))[0]?.outcome, (await settles(away, 1))[0]?.outcome]).toEqual(['copied', 'copied'])
    const kinds = ({ userId: of }: Person) =>
      stage.notified.slice(before).flatMap(({ userId, notice }) => (userId === of ? [notice.kind] : []))
    // An entry is in the log shortly before its event is emitted.
    const expectKinds = (one: Person) => expect.poll(() => kinds(one).toSorted(), { interval: 10 })
    await expectKinds(there).toEqual(['account', 'copy', 'fill', 'order', 'position'])
    expect(kinds(away)).toEqual([])
    stage.away.delete(away.userId)
    await order(lead, 'sell', '10')
    await settles(away, 2)
    await expectKinds(away).toEqual(['account', 'copy', 'fill', 'order', 'position'])
  })

  it('does not affect own trades, and keeps the copied part separate from them', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    await order(one, 'buy', '3')
    await order(lead, 'sell', '10')
    await settles(one, 1)
    expect(await held(one)).toBe('2')
    expect((await copyOf(one))?.parts).toMatchObject([{ symbol: 'SOL', size: '-1' }])
    await order(lead, 'buy', '10')
    await settles(one, 2)
    expect(await held(one)).toBe('3')
  })

  it('ranks its leader once part of the copied position is closed, and not for buying twice', async () => {
    const lead = await leader()
    const followers = await Promise.all([1, 2, 3].map(() => follow(lead.leaderId)))
    const ranking = async () => {
      const { rows } = await stage.accounts.db.execute<{ closed: number }>(
        sql`select closed from copy_standings where leader_id = ${lead.leaderId}::uuid`,
      )
      return rows[0]?.closed
    }
    for (const entries of [1, 2]) {
      await order(lead, 'buy', '10')
      await Promise.all(followers.map((one) => settles(one, entries)))
    }
    expect(await Promise.all(followers.map(async (one) => (await copyOf(one))?.fills))).toEqual([2, 2, 2])
    expect(await ranking()).toBe(0)
    const one = followers[0]! // three were created
    await stage.call('POST', one.token, '/positions/SOL/close', { client_id: 'own' })
    expect(await held(one)).toBeUndefined()
    await stage.look()
    await expect.poll(ranking, { interval: 10 }).toBe(1)
    await order(lead, 'sell', '5')
    await Promise.all(followers.map((follower) => settles(follower, 3)))
    expect(await ranking()).toBe(3)
  })

  it('is not copied again in this position once its follower has closed all of it', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    await order(lead, 'buy', '10')
    await settles(one, 1)
    await stage.call('POST', one.token, '/positions/SOL/close', { client_id: 'all' })
    await order(lead, 'buy', '10')
    expect((await settles(one, 2))[0]).toMatchObject({ outcome: 'skipped', reason: 'notInCycle' })
    expect(await held(one)).toBeUndefined()
  })

  it('is skipped with a reason: below the smallest order, above the limit per trade, without margin', async () => {
    const lead = await leader()
    const small = await follow(lead.leaderId, { allocation: '10' })
    const strict = await follow(lead.leaderId, { per_trade_limit: '50' })
    const poor = await follow(lead.leaderId, { allocation: '1000000', per_trade_limit: '1000000000' })
    await order(lead, 'buy', '10')
    const reasons = await Promise.all([small, strict, poor].map(async (one) => (await settles(one, 1))[0]?.reason))
    expect(reasons).toEqual(['belowMinNotional', 'perTradeLimit', 'insufficientMargin'])
    const [entry] = await log(poor)
    expect(entry).toMatchObject({ outcome: 'skipped', detail: 'Your account had too little free margin.' })
  })

  it('is never copied on if it was itself copied', async () => {
    const lead = await leader()
    const middle = await leader()
    await stage.call('POST', middle.token, '/copies', bodyOf(lead.leaderId))
    const last = await follow(middle.leaderId)
    await order(lead, 'buy', '10')
    await settles(middle, 1)
    await order(middle, 'buy', '2')
    expect((await settles(last, 1))[0]).toMatchObject({ leader_position: '2', target: '0.2' })
  })

  it('uses the displayed liquidity only once, together with its followers', async () => {
    const lead = await leader()
    const followers = await Promise.all([1, 2, 3].map(() => follow(lead.leaderId, { allocation: '9000' })))
    stage.book('SOL', { bids: [[99.9, 100]], asks: [[100.1, 12]] })
    await order(lead, 'buy', '5')
    const entries = await Promise.all(followers.map(async (one) => (await settles(one, 1))[0]))
    const filled = entries.map((entry) => Number(entry?.filled))
    expect(filled.reduce((sum, one) => sum + one, 0)).toBeCloseTo(7, 9)
    expect(filled.toSorted((a, b) => a - b).map((one) => Math.round(one * 100) / 100)).toEqual([0, 2.5, 4.5])
  })
})

describe('a leader’s stop', () => {
  it('applies to the copied part, is moved and ends with it', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    const stops = async () => {
      const orders = data<{ trigger: string; size: string; state: string }[]>(await stage.call('GET', one.token, '/orders?state=open'))
      return orders.map(({ trigger, size }) => [trigger, size])
    }
    await order(lead, 'buy', '10', { stop_loss: { trigger: '95' } })
    await expect.poll(stops, { interval: 10 }).toEqual([['95', '1']])
    const [stop] = data<{ id: string }[]>(await stage.call('GET', lead.token, '/orders?state=open'))
    await stage.call('PATCH', lead.token, `/orders/${stop?.id}`, { trigger: '96' })
    await expect.poll(stops, { interval: 10 }).toEqual([['96', '1']])
    await order(lead, 'sell', '10')
    await expect.poll(stops, { interval: 10 }).toEqual([])
  })
})

describe('a copy', () => {
  it('is rejected with a reason: oneself, circles, more than the plan allows, ApeX, an unknown leader', async () => {
    const [a, b] = [await leader(), await leader()]
    const codeOf = async (one: Person, leaderId: string, more = {}) =>
      (await stage.call('POST', one.token, '/copies', bodyOf(leaderId, more))).code
    expect(await codeOf(a, a.leaderId)).toBe('follow_loop')
    expect(await codeOf(a, b.leaderId)).toBeUndefined()
    expect(await codeOf(b, a.leaderId)).toBe('follow_loop')
    const other = await leader()
    expect(await codeOf(a, other.leaderId)).toBe('copy_limit')
    expect(await codeOf(other, a.leaderId, { account: 'apex' })).toBe('apex_not_copied')
    expect(await codeOf(other, '00000000-0000-4000-8000-000000000000')).toBe('not_found')
    expect(await codeOf(other, a.leaderId, { allocation: '-5' })).toBe('bad_input')
    expect(await codeOf(other, a.leaderId, { allocation: '1e9' })).toBe('bad_input')
  })

  it('creates no circle when both request it concurrently', async () => {
    const [a, b] = [await leader(), await leader()]
    const answers = await Promise.all([
      stage.call('POST', a.token, '/copies', bodyOf(b.leaderId)),
      stage.call('POST', b.token, '/copies', bodyOf(a.leaderId)),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  })

  it('starts once per key, and another body is rejected', async () => {
    const lead = await leader()
    const one = await person()
    const ask = (more = {}) =>
      stage.call('POST', one.token, '/copies', { ...bodyOf(lead.leaderId, more), idempotencyKey: 'key-of-this-copy' })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
    expect((await ask({ allocation: '2000' })).status).toBe(409)
  })

  it('opens nothing while it is paused, still closes, and resumes', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    await order(lead, 'buy', '10')
    await settles(one, 1)
    expect(await stage.call('PATCH', one.token, `/copies/${one.copy}`, { paused: true })).toMatchObject({
      data: { state: 'paused', reason: 'user' },
    })
    await order(lead, 'buy', '5')
    expect((await settles(one, 2))[0]).toMatchObject({ reason: 'paused' })
    await order(lead, 'sell', '10')
    expect((await settles(one, 3))[0]).toMatchObject({ outcome: 'copied', target: '0.5' })
    await stage.call('PATCH', one.token, `/copies/${one.copy}`, { paused: false })
    await order(lead, 'buy', '5')
    expect((await settles(one, 4))[0]).toMatchObject({ outcome: 'copied', target: '1' })
  })

  it('ends and closes its position, or leaves it to its user', async () => {
    const lead = await leader()
    const [closing, keeping] = [await follow(lead.leaderId), await follow(lead.leaderId)]
    await order(lead, 'buy', '10')
    await settles(closing, 1)
    await settles(keeping, 1)
    expect(await stage.call('DELETE', closing.token, `/copies/${closing.copy}?parts=close`)).toMatchObject({ data: { state: 'stopped' } })
    expect(await stage.call('DELETE', keeping.token, `/copies/${keeping.copy}?parts=keep`)).toMatchObject({ data: { state: 'stopped' } })
    expect([await held(closing), await held(keeping)]).toEqual([undefined, '1'])
    await order(lead, 'buy', '5')
    expect([(await log(closing)).map(({ kind }) => kind), (await log(keeping)).map(({ kind }) => kind)]).toEqual([
      ['close', 'position'],
      ['kept', 'position'],
    ])
  })

  it('is not accessible to another user', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    const stranger = await person()
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', '?parts=close'],
      ['GET', '/log'],
    ] as const)
      expect(
        (await stage.call(method, stranger.token, `/copies/${one.copy}${path}`, method === 'PATCH' ? { paused: true } : undefined)).status,
      ).toBe(404)
  })

  it('is paused at its total loss limit, and its position is closed', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId, { total_loss_limit: '4', daily_loss_limit: '4' })
    await order(lead, 'buy', '10')
    await settles(one, 1)
    stage.tick(95)
    stage.book('SOL', { bids: [[94.9, 10_000]], asks: [[95.1, 10_000]] })
    await stage.look()
    expect(await copyOf(one)).toMatchObject({ state: 'paused', reason: 'total_loss', parts: [] })
    expect(await held(one)).toBeUndefined()
    expect(await stage.call('PATCH', one.token, `/copies/${one.copy}`, { paused: false })).toMatchObject({
      status: 422,
      code: 'total_loss',
    })
  })
})

describe('leaders', () => {
  it('are ranked by what followers realised after fees, and an unknown figure has a reason', async () => {
    const [lead, idle] = [await leader(), await leader()]
    const [one, ...others] = [await follow(lead.leaderId), await follow(lead.leaderId), await follow(lead.leaderId)]
    await order(lead, 'buy', '10')
    for (const each of [one, ...others]) await settles(each, 1)
    await order(lead, 'sell', '10')
    for (const each of [one, ...others]) await settles(each, 2)
    const rows = data<LeaderRow[]>(await stage.call('GET', one.token, '/copies/leaders'))
    const [first, last] = [rows.find(({ id }) => id === lead.leaderId), rows.find(({ id }) => id === idle.leaderId)]
    // One coin bought at 100.1, sold at 99.9, 0.045 % fee each way, relative to an allocation of 1,000.
    expect(first?.followers_result).toEqual({ value: -0.00029, n: 3, reason: null })
    expect(first).toMatchObject({
      trades: 1,
      is_copied: true,
      followers: 3,
      return: { n: 1 },
      return_lower: { value: null, reason: 'needs at least 10 days' },
    })
    expect(last).toMatchObject({
      followers_result: { value: null, reason: 'no follower has closed a copied trade' },
      return: { value: null },
    })
    expect(rows.indexOf(last!)).toBeGreaterThan(rows.indexOf(first!))
    expect(await stage.call('GET', one.token, `/copies/leaders/${lead.leaderId}`)).toMatchObject({
      data: { curve: [{ equity: expect.any(Number) }] },
    })
  })

  it('are shown only to their followers once they accept no more copies', async () => {
    const lead = await leader()
    const [one, stranger] = [await follow(lead.leaderId), await person()]
    await stage.call('DELETE', lead.token, '/copies/leader')
    const statusFor = async ({ token }: Person) => (await stage.call('GET', token, `/copies/leaders/${lead.leaderId}`)).status
    expect([await statusFor(one), await statusFor(lead), await statusFor(stranger)]).toEqual([200, 200, 404])
  })

  it('are not ranked with fewer than three followers: a second account is no record', async () => {
    const lead = await leader()
    const [one, other] = [await follow(lead.leaderId), await follow(lead.leaderId)]
    await order(lead, 'buy', '10')
    for (const each of [one, other]) await settles(each, 1)
    await order(lead, 'sell', '10')
    for (const each of [one, other]) await settles(each, 2)
    expect(await stage.call('GET', one.token, `/copies/leaders/${lead.leaderId}`)).toMatchObject({
      data: { followers_result: { value: null, n: 2, reason: 'needs at least 3 followers with a closed trade' } },
    })
  })

  it('may be renamed repeatedly, and are then rate-limited', async () => {
    const one = await person()
    const statuses: number[] = []
    for (let time = 0; time < 101; time += 1)
      statuses.push(
        (await stage.call('PUT', one.token, '/copies/leader', { name: `Often ${one.userId.slice(0, 8)}`, about: `${time}` })).status,
      )
    expect([new Set(statuses.slice(0, 100)), statuses.at(-1)]).toEqual([new Set([200]), 429])
  })

  it.each(['Аda Gold', 'Ada‐Gold', 'Aerie Support', '0fficial', 'Trader 12ab34', 'J.R. Gold', 'Ada  Gold', 'a'.repeat(25)])(
    'cannot be named %j',
    async (name) => {
      const one = await person()
      const answer = await stage.call('PUT', one.token, '/copies/leader', { name, about: '' })
      expect(answer).toMatchObject({ status: 400, errors: { name: [expect.any(String)] } })
    },
  )

  it('have names unlike any other leader’s, even when two choose one concurrently, and keep their current one', async () => {
    const [ada, bob, eve] = [await person(), await person(), await person()]
    const take = (one: Person, name: string, about = '') => stage.call('PUT', one.token, '/copies/leader', { name, about })
    expect((await take(ada, 'Bill Gold')).status).toBe(200)
    expect((await take(bob, 'B-I11_G0LD')).status).toBe(409)
    const both = await Promise.all([take(bob, 'Same name'), take(eve, 'Same-name')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await take(ada, 'Bill Gold', 'Swing trades.')).toMatchObject({
      status: 200,
      data: { name: 'Bill Gold', about: 'Swing trades.' },
    })
  })

  it('can be backtested before they are followed: labelled, and without a result when no candle is stored', async () => {
    const lead = await leader()
    await order(lead, 'buy', '10')
    const one = await person()
    const tried = await stage.call('POST', one.token, '/copies/simulate', bodyOf(lead.leaderId))
    expect(tried).toMatchObject({
      status: 200,
      data: { label: 'simulated', fills: 1, copied: 0, skipped: [{ reason: 'noPrice', count: 1 }] },
    })
    expect((await log(one)).length).toBe(0)
    const quiet = await leader()
    expect(await stage.call('POST', one.token, '/copies/simulate', bodyOf(quiet.leaderId))).toMatchObject({
      data: { result: null, fills: 0 },
    })
  })
})

describe('after a restart', () => {
  it('followers do not reuse the liquidity they took before it until the displayed book changes', async () => {
    const thin: Book = { bids: [[99.9, 100]], asks: [[100.1, 12]] }
    const lead = await leader()
    const followers = await Promise.all([1, 2].map(() => follow(lead.leaderId, { allocation: '9000' })))
    stage.book('SOL', thin)
    await order(lead, 'buy', '5')
    const filled = async (entries: number) =>
      (await Promise.all(followers.map(async (one) => Number((await settles(one, entries))[0]?.filled)))).reduce((sum, one) => sum + one, 0)
    expect(await filled(1)).toBeCloseTo(7, 9)
    await stage.restart()
    stage.tick(100)
    stage.book('SOL', thin)
    await expect.poll(async () => (await order(lead, 'buy', '1')).status, { interval: 20 }).toBe(201)
    expect(await filled(2)).toBe(0)
    stage.book('SOL', { ...thin, asks: [[100.1, 11]] })
    await order(lead, 'buy', '1')
    expect(await filled(3)).toBeGreaterThan(3)
  })

  it('followers catch up on what leaders did meanwhile: close at once, do not open late', async () => {
    const lead = await leader()
    const one = await follow(lead.leaderId)
    await order(lead, 'buy', '10')
    await settles(one, 1)
    await stage.stage().copy.stop?.()
    await order(lead, 'sell', '4')
    stage.setNow(stage.now() + 60_000)
    await stage.restart()
    stage.book('SOL', BIG)
    await expect.poll(() => held(one), { interval: 10 }).toBe('0.6')
  })
})
