import { copyNotice } from '@aerie/wire/copies'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { BIG, copyStage, type Person } from '../../../test/copy-stage.ts'
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

const STRICT = { total_loss_limit: '4', daily_loss_limit: '4' }
const tend = () => stage.stage().copy.tend()

async function holding() {
  const lead = await stage.leader()
  const one = await stage.follow(lead.leaderId, STRICT)
  await stage.order(lead, 'buy', '10')
  await stage.settles(one, 1)
  return { lead, one }
}

function fall(): void {
  stage.tick(95)
  stage.book('SOL', { bids: [[94.9, 10_000]], asks: [[95.1, 10_000]] })
}

const changes = ({ userId }: Person) =>
  stage.notified.flatMap(({ userId: of, notice }) => {
    const parsed = of === userId && notice.kind === 'copy' ? z.parse(copyNotice, notice.data) : undefined
    return parsed?.event === 'changed' ? [parsed] : []
  })

describe('reaching the total loss limit', () => {
  it('also closes the positions of a paused copy, with a notice', async () => {
    const { one } = await holding()
    await stage.call('PATCH', one.token, `/copies/${one.copy}`, { paused: true })
    fall()
    await tend()
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'total_loss', parts: [] })
    expect(await stage.held(one)).toBeUndefined()
    expect(changes(one).at(-1)).toMatchObject({ state: 'paused', detail: expect.stringContaining('total loss limit was reached') })
    expect((await stage.resume(one)).code).toBe('total_loss')
  })

  it('closes positions of a leader whose account no longer exists, and leaves the copy paused permanently', async () => {
    const { lead, one } = await holding()
    await stage.call('POST', lead.token, '/trading/account/reset', { deposit: '5000' })
    await stage.look()
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'leader_reset', parts: [{ size: '1' }] })
    fall()
    await tend()
    expect((await stage.log(one))[0]).toMatchObject({ kind: 'close', outcome: 'copied' })
    await stage.open(lead)
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'leader_reset', can_resume: false, parts: [] })
    expect((await stage.resume(one)).code).toBe('leader_reset')
  })

  it('closes at the check that detects it, is stored once for all copies, and reports the closing in progress', async () => {
    const lead = await stage.leader()
    const followers = await Promise.all([1, 2, 3].map(() => stage.follow(lead.leaderId, STRICT)))
    await stage.order(lead, 'buy', '10')
    for (const one of followers) await stage.settles(one, 1)
    const query = vi.spyOn(stage.accounts.db.$client, 'query')
    fall()
    await tend()
    const pauses = query.mock.calls.filter((given) => JSON.stringify(given).includes('total_loss'))
    query.mockRestore()
    expect(pauses).toHaveLength(1)
    for (const one of followers) {
      expect(await stage.held(one)).toBeUndefined()
      expect(changes(one).at(-1)?.detail).toBe('The total loss limit was reached. Whatever the copy holds is being closed.')
    }
  })

  it('never reverts that the user is stopping the copy', async () => {
    const { one } = await holding()
    const pausing = heldQuery(stage.accounts.db, /copy-write.*total_loss/, 'before')
    fall()
    const look = tend()
    await pausing.reached
    // The book is too old to close the position.
    stage.setNow(stage.now() + 60_000)
    expect(await stage.call('DELETE', one.token, `/copies/${one.copy}?parts=close`)).toMatchObject({ data: { state: 'stopping' } })
    pausing.release()
    await look
    expect(await stage.copyOf(one)).toMatchObject({ state: 'stopping', parts: [{ size: '1' }] })
    expect(changes(one).map(({ state }) => state)).toEqual(['active', 'stopping'])
    fall()
    await stage.look()
    expect([(await stage.copyOf(one))?.state, await stage.held(one)]).toEqual(['stopped', undefined])
  })
})
