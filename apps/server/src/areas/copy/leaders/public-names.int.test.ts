import type { OwnLeader } from '@aerie/wire/copies'
import type { OwnAuthor } from '@aerie/wire/ideas'
import { foldedName, PUBLIC_NAME_MESSAGES } from '@aerie/wire/public-names'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyStage, data, type Person } from '../../../../test/copy-stage.ts'

let stage: Awaited<ReturnType<typeof copyStage>>
beforeAll(async () => {
  stage = await copyStage()
})
afterAll(() => stage.close())

const lead = (one: Person, name: string, about = '') => stage.call('PUT', one.token, '/copies/leader', { name, about })
const close = (one: Person) => stage.call('DELETE', one.token, '/copies/leader')
const nameInSocial = (one: Person, name: string | null) => stage.call('PATCH', one.token, '/ideas/me', { name })
const pool = () => stage.accounts.db.$client
/** As copy leader and in Social. */
const namesOf = async ({ token }: Person) => [
  data<OwnLeader>(await stage.call('GET', token, '/copies/leader'))?.name ?? null,
  data<OwnAuthor>(await stage.call('GET', token, '/ideas/me')).author?.name ?? null,
]
const REFUSED = { status: 409, code: 'conflict', errors: { name: ['This name is taken, or looks like another’s.'] } }

describe('the public name', () => {
  it('is the same in Copy and in Social, wherever it is set', async () => {
    const ada = await stage.person()
    expect((await lead(ada, 'Ada Lovelace')).status).toBe(200)
    expect(await namesOf(ada)).toEqual(['Ada Lovelace', 'Ada Lovelace'])
    expect((await nameInSocial(ada, 'Countess')).status).toBe(200)
    expect(await namesOf(ada)).toEqual(['Countess', 'Countess'])
    expect((await lead(ada, 'Ada King')).status).toBe(200)
    expect(await namesOf(ada)).toEqual(['Ada King', 'Ada King'])
    expect((await nameInSocial(ada, 'ada king')).status).toBe(200)
    expect(await namesOf(ada)).toEqual(['ada king', 'ada king'])
  })

  it('of somebody who is no leader is set in Social alone', async () => {
    const ada = await stage.person()
    expect((await nameInSocial(ada, 'Only Social')).status).toBe(200)
    expect(await namesOf(ada)).toEqual([null, 'Only Social'])
    expect((await nameInSocial(ada, null)).status).toBe(200)
    expect(await namesOf(ada)).toEqual([null, null])
  })

  it('of another user is refused in either place, and nothing is changed', async () => {
    const [ada, bob] = [await stage.person(), await stage.person()]
    await lead(ada, 'Bill Gold')
    expect(await nameInSocial(bob, 'BI11-G0LD')).toMatchObject(REFUSED)
    await nameInSocial(bob, 'Grace Hopper')
    expect(await lead(bob, 'Bill-Gold')).toMatchObject(REFUSED)
    expect(await lead(ada, 'Grace_Hopper', 'Changed')).toMatchObject(REFUSED)
    expect([await namesOf(ada), await namesOf(bob)]).toEqual([
      ['Bill Gold', 'Bill Gold'],
      [null, 'Grace Hopper'],
    ])
    expect(data<OwnLeader>(await stage.call('GET', ada.token, '/copies/leader'))).toMatchObject({ about: '' })
  })

  it('is given to one of several users who choose it at the same time in different places', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = await Promise.all(Array.from({ length: 4 }, () => stage.person()))
      const answers = await Promise.all(
        people.map((one, index) => (index % 2 === 0 ? lead(one, `Race ${round}`) : nameInSocial(one, `race-${round}`))),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(REFUSED)
    }
  })

  it('stays one when a user changes it in both places at the same time', async () => {
    const ada = await stage.person()
    await lead(ada, 'First')
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([lead(ada, `Copy ${round}`), nameInSocial(ada, `Social ${round}`)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const [asLeader, inSocial] = await namesOf(ada)
      expect(asLeader).toBe(inSocial)
    }
  })

  it('is there for every open leader, even if it is removed while the leader opens', async () => {
    const ada = await stage.person()
    await lead(ada, 'Opening')
    for (let round = 0; round < 10; round += 1) {
      await close(ada)
      const [opened, removed] = await Promise.all([lead(ada, 'Opening'), nameInSocial(ada, null)])
      expect(opened.status).toBe(200)
      expect([200, 409]).toContain(removed.status)
      expect(await namesOf(ada)).toEqual(['Opening', 'Opening'])
    }
  })

  it('cannot be removed while others can copy the user', async () => {
    const ada = await stage.person()
    await lead(ada, 'Needed')
    expect(await nameInSocial(ada, null)).toMatchObject({
      status: 409,
      code: 'conflict',
      errors: { name: ['Others can copy you under this name. Choose another one, or stop being copied first.'] },
    })
    expect(await namesOf(ada)).toEqual(['Needed', 'Needed'])
    await close(ada)
    expect((await nameInSocial(ada, null)).status).toBe(200)
    expect(await namesOf(ada)).toEqual(['Needed', null])
    const bob = await stage.person()
    expect(await nameInSocial(bob, 'needed')).toMatchObject(REFUSED)
    expect((await lead(ada, 'Needed')).status).toBe(200)
    expect(await namesOf(ada)).toEqual(['Needed', 'Needed'])
  })

  it('may be older than its rules: the leader keeps it, and chooses no other such name', async () => {
    const ada = await stage.person()
    await lead(ada, 'Old Name')
    const old = 'J.R. Old as long as it was'
    await pool().query('update copy_leaders set name = $2 where user_id = $1', [ada.userId, old])
    await pool().query('update social_names set name = $2, folded = $3 where user_id = $1', [ada.userId, old, foldedName(old)])
    expect(await lead(ada, old, 'Swing trades.')).toMatchObject({ status: 200, data: { name: old, about: 'Swing trades.' } })
    await pool().query('delete from social_names where user_id = $1', [ada.userId])
    expect((await lead(ada, old)).status).toBe(200)
    expect(await namesOf(ada)).toEqual([old, old])
    expect(await lead(ada, 'J.R. New')).toMatchObject({ status: 400, errors: { name: [PUBLIC_NAME_MESSAGES.shape] } })
    expect(await namesOf(ada)).toEqual([old, old])
  })

  it('from before there was one is kept until the next save if another user has it in Social', async () => {
    const [ada, bob] = [await stage.person(), await stage.person()]
    await nameInSocial(ada, 'Two Of Us')
    await lead(bob, 'Bob Alone')
    await pool().query(`update copy_leaders set name = 'Two-0f-Us' where user_id = $1`, [bob.userId])
    await pool().query('delete from social_names where user_id = $1', [bob.userId])
    expect((await nameInSocial(ada, 'Two Of Us')).status).toBe(200)
    expect(await lead(ada, 'Two Of Us')).toMatchObject(REFUSED)
    expect(await lead(bob, 'Two-0f-Us')).toMatchObject(REFUSED)
    expect(await namesOf(bob)).toEqual(['Two-0f-Us', null])
    expect((await nameInSocial(bob, 'Bob Again')).status).toBe(200)
    expect(await namesOf(bob)).toEqual(['Bob Again', 'Bob Again'])
    expect((await lead(ada, 'Two Of Us')).status).toBe(200)
  })

  it('cannot be changed by a suspended author, whose leader is otherwise saved', async () => {
    const ada = await stage.person()
    await lead(ada, 'Suspended')
    await pool().query('update social_authors set is_suspended = true where user_id = $1', [ada.userId])
    expect((await lead(ada, 'Suspended', 'Still here')).status).toBe(200)
    expect((await lead(ada, 'Not Suspended')).status).toBe(403)
    expect(await namesOf(ada)).toEqual(['Suspended', 'Suspended'])
  })
})
