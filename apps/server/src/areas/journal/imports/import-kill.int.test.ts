import type { ImportProgress, JournalImport } from '@aerie/wire/journal/journal-imports'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { killedServer, stop } from '../../../../test/killed-server.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const ROWS = 40_000
let server: Awaited<ReturnType<typeof killedServer>>
beforeAll(async () => {
  server = await killedServer()
})
afterAll(() => server.close())

type Asked = { readonly method?: string; readonly token: string; readonly body?: string; readonly type?: string }
async function ask<T>(path: string, { method = 'GET', token, body, type = 'application/json' }: Asked): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) }
  const response = await server.ask(path, { method, headers, ...(body !== undefined && { body }) })
  const answer = (await response.json()) as { data: T }
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer.data
}

function file(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const time = new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return `${time},BTCUSDT,${at % 2 === 0 ? 'BUY' : 'SELL'},${100 + (at % 50)},1,100,0.1,USDT,0`
  })
  return `Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n${rows.join('\n')}\n`
}

const countOf = async (table: string): Promise<number> =>
  Number((await server.db.$client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)

it('leaves nothing half imported when the server is killed midway, and completes the import the next time', async () => {
  const first = await server.start()
  await server.createUser('ada@example.com')
  const token = await server.logIn('ada@example.com')
  const { id, state } = await ask<JournalImport>('/journal/imports', { method: 'POST', token, body: file(), type: 'text/csv' })
  expect(state).toBe('ready')
  // Blocks the import before it can end: it writes its round trips to this table after all entries.
  const holder = await server.db.$client.connect()
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table journal_trips in exclusive mode')
  const confirming = ask(`/journal/imports/${id}/confirm`, { method: 'POST', token }).then(
    () => 'done',
    () => 'cut off',
  )
  const isAmid = async () => {
    const progress = await ask<ImportProgress>('/journal/imports/progress', { token })
    return progress !== null && progress.phase !== 'reading' && progress.done > 0
  }
  await expect.poll(isAmid, { timeout: 240_000, interval: 5 }).toBe(true)
  await stop(first, 'SIGKILL')
  holder.release(true)
  expect(await confirming).toBe('cut off')
  expect([await countOf('journal_entries'), await countOf('journal_trips')]).toEqual([0, 0])

  await server.start()
  const again = await server.logIn('ada@example.com')
  expect(await ask<JournalImport>(`/journal/imports/${id}`, { token: again })).toMatchObject({ state: 'ready', entries: ROWS })
  const done = await ask<JournalImport>(`/journal/imports/${id}/confirm`, { method: 'POST', token: again })
  expect(done).toMatchObject({ state: 'done', entries: ROWS, duplicates: 0, trips: ROWS / 2 })
  expect([await countOf('journal_entries'), await countOf('journal_trips')]).toEqual([ROWS, ROWS / 2])
})
