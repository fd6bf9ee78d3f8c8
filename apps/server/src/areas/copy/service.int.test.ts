import type { CopyShares } from '@aerie/copy/copy-parts'
import { storedPart } from '@aerie/trading/stored/stored'
import type { LeaderRow } from '@aerie/wire/copies'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BIG, bodyOf, copyStage, data, type Person } from '../../../test/copy-stage.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { copies, copyShares } from '../../platform/db/schema/copies.ts'
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

const stop = (one: Person & { readonly copy: string }, parts: 'close' | 'keep') =>
  stage.call('DELETE', one.token, `/copies/${one.copy}?parts=${parts}`)
async function changeTo(source: string): Promise<void> {
  stage.setSource(source)
  await stage.restart()
  stage.tick(100)
  stage.book('SOL', BIG)
}

describe('a copy of another market', () => {
  const sharesOf = async (copy: string) => {
    const { db } = stage.accounts
    const [row] = await db
      .select({ body: copyShares.body })
      .from(copyShares)
      .innerJoin(copies, eq(copies.accountId, copyShares.accountId))
      .where(eq(copies.id, copy))
    const shares = storedPart<CopyShares>(row?.body)
    return [shares.own.get('SOL') ?? 0n, shares.copies.get(copy)?.parts.get('SOL')?.size]
  }

  it('is not stopped when the requested close is impossible here, but can be kept', async () => {
    const lead = await stage.leader()
    const one = await stage.follow(lead.leaderId)
    await stage.order(lead, 'buy', '10')
    await stage.settles(one, 1)
    await changeTo('sim:other')
    expect(await stop(one, 'close')).toMatchObject({ status: 422, code: 'copy_source', detail: expect.stringContaining('another market') })
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'source_changed' })
    expect(await stop(one, 'keep')).toMatchObject({ status: 200, data: { state: 'stopped' } })
    expect(await stop(one, 'close')).toMatchObject({ status: 200, data: { state: 'stopped' } })
    // The position now belongs to the user, also for the user's own followers.
    expect(await sharesOf(one.copy)).toEqual([10n ** 12n, undefined])
    await changeTo('sim:test')
    expect(await stage.held(one)).toBe('1')
    await stage.order(lead, 'sell', '10')
    await stage.look()
    expect([await stage.held(one), (await stage.log(one)).length]).toEqual(['1', 1])
  })

  it('is shown as copied on the leaderboard, where the server would reject a second one', async () => {
    const lead = await stage.leader()
    const [one, stranger] = [await stage.follow(lead.leaderId), await stage.person()]
    await changeTo('sim:other')
    await stage.call('GET', lead.token, '/trading/account')
    expect((await stage.call('POST', one.token, '/copies', bodyOf(lead.leaderId))).code).toBe('copied_already')
    const shown = async ({ token }: Person) => {
      const [rows, page] = [
        await stage.call('GET', token, '/copies/leaders'),
        await stage.call('GET', token, `/copies/leaders/${lead.leaderId}`),
      ]
      return [data<LeaderRow[]>(rows).find(({ id }) => id === lead.leaderId)?.is_copied, data<LeaderRow>(page).is_copied]
    }
    expect([await shown(one), await shown(stranger)]).toEqual([
      [true, true],
      [false, false],
    ])
    await stop(one, 'keep')
    expect(await shown(one)).toEqual([false, false])
    await changeTo('sim:test')
  })
})

describe('a leader deactivated by the operator', () => {
  const setActive = (one: Person, isActive: boolean) =>
    stage.accounts.db.update(users).set({ isActive, updatedAt: new Date() }).where(eq(users.id, one.userId))

  it('has paused copies, cannot be copied or resumed, and can be copied again after reactivation', async () => {
    const lead = await stage.leader()
    const one = await stage.follow(lead.leaderId)
    await setActive(lead, false)
    await stage.look()
    expect(await stage.copyOf(one)).toMatchObject({
      state: 'paused',
      reason: 'leader_inactive',
      detail: 'The leader’s account is not active now.',
      can_resume: false,
    })
    expect((await stage.resume(one)).code).toBe('leader_closed')
    expect((await stage.call('POST', (await stage.person()).token, '/copies', bodyOf(lead.leaderId))).code).toBe('not_found')
    await setActive(lead, true)
    expect(await stage.copyOf(one)).toMatchObject({ can_resume: true })
    expect(await stage.resume(one)).toMatchObject({ status: 200, data: { state: 'active' } })
    await stage.look()
    expect(await stage.copyOf(one)).toMatchObject({ state: 'active', reason: null })
  })

  it('is gone permanently once the account is deleted', async () => {
    const lead = await stage.leader()
    const one = await stage.follow(lead.leaderId)
    await setActive(lead, false)
    await stage.look()
    expect(await stage.copyOf(one)).toMatchObject({ reason: 'leader_inactive' })
    await stage.stage().trading.closeAllOf(lead.userId)
    await stage.accounts.db.transaction((tx) => eraseUser(tx, { id: lead.userId, email: '' }, new Date()))
    await stage.look()
    expect(await stage.copyOf(one)).toMatchObject({ state: 'paused', reason: 'leader_deleted', can_resume: false })
    expect((await stage.resume(one)).code).toBe('leader_deleted')
  })
})
