import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BIG, bodyOf, copyStage } from '../../../test/copy-stage.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { eraseUser } from '../account/data/deletion-worker.ts'

let stage: Awaited<ReturnType<typeof copyStage>>
beforeAll(async () => {
  stage = await copyStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.tick(100)
  stage.book('SOL', BIG)
})

describe('a copy', () => {
  it('is paused with a notice when its leader closes or starts a new account', async () => {
    const [closes, resets] = [await stage.leader(), await stage.leader()]
    const [first, second] = [await stage.follow(closes.leaderId), await stage.follow(resets.leaderId)]
    await stage.call('DELETE', closes.token, '/copies/leader')
    await stage.call('POST', resets.token, '/trading/account/reset', { deposit: '5000' })
    await stage.look()
    expect([await stage.copyOf(first), await stage.copyOf(second)]).toMatchObject([
      { state: 'paused', reason: 'leader_closed', can_resume: false },
      { state: 'paused', reason: 'leader_reset', can_resume: false },
    ])
    expect(stage.notified.some(({ userId, notice }) => userId === second.userId && JSON.stringify(notice).includes('"paused"'))).toBe(true)
    const toldOf = (userId: string) => stage.pausedCopies.filter((one) => one.userId === userId).map(({ news }) => [news.kind, news.text])
    expect(toldOf(first.userId)).toEqual([
      [
        'copy_paused',
        expect.stringMatching(
          /^Copy of Leader \d+ paused: The leader no longer accepts copies\. What the copy holds stays yours to close$/,
        ),
      ],
    ])
    expect((await stage.resume(first)).code).toBe('leader_closed')
    await stage.open(closes)
    expect(await stage.copyOf(first)).toMatchObject({ state: 'paused', can_resume: true })
    expect(await stage.resume(first)).toMatchObject({ status: 200, data: { state: 'active', can_resume: false } })
    await stage.open(resets)
    expect([(await stage.copyOf(second))?.can_resume, (await stage.resume(second)).code]).toEqual([false, 'leader_reset'])
  })

  it('of a leader whose account is deleted is paused permanently with a notice, can still close, and is stopped', async () => {
    const lead = await stage.leader()
    const one = await stage.follow(lead.leaderId)
    await stage.order(lead, 'buy', '10')
    await stage.settles(one, 1)
    // Same order as the deletion: login is blocked, the accounts are closed, then all rows are deleted.
    await stage.accounts.db.update(users).set({ isActive: false, updatedAt: new Date() }).where(eq(users.id, lead.userId))
    await stage.stage().trading.closeAllOf(lead.userId)
    await stage.accounts.db.transaction((tx) => eraseUser(tx, { id: lead.userId, email: '' }, new Date()))
    await stage.look()
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'leader_deleted', can_resume: false, parts: [{ size: '1' }] })
    expect((await stage.resume(one)).code).toBe('leader_deleted')
    expect(
      stage.notified.some(({ userId, notice }) => userId === one.userId && JSON.stringify(notice).includes('deleted the account')),
    ).toBe(true)
    expect((await stage.call('GET', (await stage.person()).token, `/copies/leaders/${lead.leaderId}`)).status).toBe(404)
    expect(await stage.call('DELETE', one.token, `/copies/${one.copy}?parts=close`)).toMatchObject({ data: { state: 'stopped' } })
    expect(await stage.held(one)).toBeUndefined()
  })

  it('of another market waits with a notice, and resumes by its user’s choice once that market is back', async () => {
    const lead = await stage.leader()
    const one = await stage.follow(lead.leaderId)
    await stage.order(lead, 'buy', '10')
    await stage.settles(one, 1)
    const countBefore = stage.notified.length
    stage.setSource('sim:other')
    await stage.restart()
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'source_changed', parts: null, can_resume: false })
    expect(stage.notified.slice(countBefore).filter(({ userId, notice }) => userId === one.userId && notice.kind === 'copy')).toHaveLength(
      1,
    )
    expect((await stage.resume(one)).code).toBe('leader_source')
    // The leader has no account on this source yet; trades there do not reach followers of the other account.
    const stranger = await stage.person()
    expect((await stage.call('POST', stranger.token, '/copies', bodyOf(lead.leaderId))).code).toBe('leader_source')
    stage.tick(100)
    stage.book('SOL', BIG)
    expect(await stage.order(lead, 'buy', '10')).toMatchObject({ status: 201 })
    await stage.look()
    expect([(await stage.log(one)).length, await stage.held(one)]).toEqual([1, undefined])

    stage.setSource('sim:test')
    await stage.restart()
    stage.tick(100)
    stage.book('SOL', BIG)
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'source_changed', parts: [{ size: '1' }], can_resume: true })
    expect(await stage.resume(one)).toMatchObject({ status: 200, data: { state: 'active' } })
    await stage.order(lead, 'buy', '10')
    expect((await stage.settles(one, 2))[0]).toMatchObject({ outcome: 'copied', target: '2', held: '1' })
  })
})
