import { type CopyRow, copyList } from '@aerie/wire/copies'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BIG, bodyOf, copyStage, data, type Person } from '../../../test/copy-stage.ts'

let stage: Awaited<ReturnType<typeof copyStage>>
beforeAll(async () => {
  stage = await copyStage()
  stage.tick(100)
  stage.book('SOL', BIG)
})
afterAll(() => stage.close())

describe('the list of copies', () => {
  const page = async ({ token }: Person, query: string) => z.parse(copyList, await stage.call('GET', token, `/copies${query}`))

  it('is read page by page: active ones first, then ended ones', async () => {
    const [lead, other] = [await stage.leader(), await stage.leader()]
    const one = await stage.follow(lead.leaderId)
    const ids = [one.copy]
    for (const next of [other, lead, other]) {
      await stage.call('DELETE', one.token, `/copies/${ids[0]}?parts=keep`)
      ids.unshift(data<CopyRow>(await stage.call('POST', one.token, '/copies', bodyOf(next.leaderId))).id)
    }
    const first = await page(one, '?limit=1')
    expect(first).toMatchObject({ data: [{ id: ids[0], state: 'active' }], going: 1, limit: 1 })
    const second = await page(one, `?limit=2&cursor=${first.next}`)
    expect(second.data.map(({ id, state }) => [id, state])).toEqual([ids[1], ids[2]].map((id) => [id, 'stopped']))
    await stage.call('DELETE', one.token, `/copies/${ids[0]}?parts=keep`)
    expect((await page(one, `?limit=2&cursor=${first.next}`)).data.map(({ id }) => id)).toEqual([ids[0], ids[1]])
    expect(await page(one, `?limit=2&cursor=${second.next}`)).toMatchObject({ data: [{ id: ids[3] }], next: null })
    expect((await page(await stage.person(), `?cursor=${second.next}`)).data).toEqual([])
  })

  it.each(['/copies', '/copies/leaders'])('of %s rejects a cursor that no response has returned', async (path) => {
    const { token } = await stage.person()
    for (const query of [
      'cursor=x',
      'cursor=',
      'cursor=going_0',
      'cursor=1_1',
      `cursor=${'1'.repeat(201)}`,
      'cursor=a&cursor=b',
      'limit=0',
      'limit=201',
      'limit=1e2',
      'limit=-1',
    ])
      expect([query, (await stage.call('GET', token, `${path}?${query}`)).status]).toEqual([query, 400])
  })
})
