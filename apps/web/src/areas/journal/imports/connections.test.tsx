import type { JournalConnection } from '@aerie/wire/journal/journal-connections'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Connections } from './connections.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const IMPORT = '00000000-0000-4000-8000-000000000002'
const connection = (over: Partial<JournalConnection> = {}): JournalConnection => ({
  id: ID,
  exchange: 'binance',
  source: null,
  state: 'up_to_date',
  key_ends: 'wxyz',
  address: null,
  synced_to: '2026-11-02T09:00:00.000Z',
  synced_at: '2026-11-02T09:00:00.000Z',
  retry_at: null,
  error: null,
  progress: { done: 100, total: 100 },
  covers: ['Spot: 2 markets.'],
  entries: 5,
  trips: 2,
  import_id: IMPORT,
  created_at: '2026-11-02T08:00:00.000Z',
  ...over,
})

let listed: readonly JournalConnection[]
const sent: { readonly call: string; readonly body: unknown }[] = []
let answers: Record<string, () => Response>
const fetched = vi.fn<typeof fetch>(async (path, init) => {
  const call = `${init?.method ?? 'GET'} ${String(path)}`
  if (init?.method !== undefined && init.method !== 'GET') sent.push({ call, body: init.body === undefined ? null : init.body })
  const found = Object.entries(answers).find(([part]) => call.includes(part))
  return found === undefined ? Response.json({ data: listed, next: null }) : found[1]()
})
const problem = (status: number, detail: string) =>
  Response.json({ type: 'about:blank', title: 'No', status, code: 'connection_key_may_trade', detail, instance: '/' }, { status })
const show = () => act(async () => void render(<Connections />))

beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', fetched)
  listed = []
  answers = {}
  sent.length = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows that nothing is connected, and which permission a key needs', async () => {
  await show()
  expect(await screen.findByText(/No exchange is connected yet/)).toBeDefined()
  expect(screen.getByText(/Leave only “Enable Reading” ticked/)).toBeDefined()
})

it('shows that connections could not be loaded', async () => {
  answers = { 'GET ': () => problem(403, 'Not allowed.') }
  await show()
  expect((await screen.findByRole('alert')).textContent).toMatch(/Connections could not be loaded/)
})

it('shows progress, the wait that the exchange asks for, and a rejected key with what to do', async () => {
  listed = [
    connection({ source: 'A', state: 'filling', progress: { done: 50, total: 200 } }),
    connection({
      id: IMPORT,
      source: 'B',
      state: 'rate_limited',
      retry_at: '2026-11-02T10:00:00.000Z',
      error: 'Binance is limiting requests (429).',
    }),
    connection({
      id: '00000000-0000-4000-8000-000000000003',
      source: 'C',
      state: 'key_rejected',
      error: 'This key may do more than read.',
    }),
  ]
  await show()
  const items = await within(await screen.findByRole('list', { name: 'Connections' })).findAllByRole('heading')
  const texts = items.map((heading) => heading.closest('li')?.textContent ?? '')
  expect(texts[0]).toContain('Reading trades: 25 %')
  expect(texts[1]).toContain('The exchange limits requests. Continues')
  expect(texts[2]).toContain('The key was deleted. Connect again with the same account name to continue.')
  expect(screen.queryByRole('button', { name: 'Sync Binance, C now' })).toBeNull()
})

it('sends the key, and shows why the exchange refuses it', async () => {
  answers = { 'POST ': () => problem(422, 'This key may do more than read (enableWithdrawals). Nothing was saved.') }
  await show()
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: ' abc ' } })
  fireEvent.change(screen.getByLabelText('Secret'), { target: { value: 'def' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check the key and connect' })))
  expect(sent).toEqual([
    { call: expect.stringContaining('/journal/connections'), body: JSON.stringify({ exchange: 'binance', key: 'abc', secret: 'def' }) },
  ])
  expect((await screen.findByRole('alert')).textContent).toContain('enableWithdrawals')
})

it('asks what becomes of the trades before it removes a connection', async () => {
  listed = [connection()]
  answers = { 'DELETE ': () => Response.json({ data: null }) }
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Binance' }))
  expect(sent).toEqual([])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Remove, keep trades' })))
  expect(sent.map(({ call }) => call)).toEqual([expect.stringContaining(`/journal/connections/${ID}`)])
})

it('asks only for what the chosen exchange needs', async () => {
  await show()
  const choose = (exchange: string) => fireEvent.change(screen.getByRole('combobox', { name: 'Exchange' }), { target: { value: exchange } })
  choose('okx')
  expect(['API key', 'Secret', 'Passphrase'].map((label) => screen.getByLabelText(label).getAttribute('type'))).toEqual([
    'text',
    'password',
    'password',
  ])
  choose('hyperliquid')
  expect(screen.queryByLabelText('API key')).toBeNull()
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: '0x12' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Connect' })))
  expect([sent, screen.getByText('An address of 0x and 40 hexadecimal digits')]).toEqual([[], expect.anything()])
})
