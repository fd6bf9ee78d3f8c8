import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { ApexPage } from './apex-page.tsx'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../platform/toasts/toast.ts', () => ({ notify, clearToasts: () => undefined }))

const OFF = { is_on: false, reason: 'Live orders are off: no signer.' }
const NONE = { is_set: false, key_ends: null, account: null, address: null, checked_at: null, rights: null, placing: OFF }
const SAVED = {
  is_set: true,
  key_ends: 'a1b2',
  account: '58',
  address: '0x1',
  checked_at: '2026-01-02T12:00:00.000Z',
  rights: 'stated',
  placing: OFF,
}
const DONE = { size: '0.2', value: null, fee: null }
const ORDER = {
  id: '91',
  client_id: 'a',
  symbol: 'BTC-USDT',
  side: 'sell',
  type: 'STOP_MARKET',
  state: 'untriggered',
  size: '1.5',
  price: null,
  trigger: '60000',
  reduce_only: true,
  matched: DONE,
  settled: { ...DONE, size: '0' },
  created_at: null,
}
const OVERVIEW = {
  as_of: '2026-01-02T12:00:00.000Z',
  is_live: true,
  balance: { equity: '12345.678901', available: '900', initial_margin: null, maintenance_margin: '50' },
  positions: [],
  orders: [ORDER],
  fills: [],
}
let sent: { method: string; path: string; body: unknown }[] = []
let key: object = NONE
let overview: () => Response = () => Response.json({ data: OVERVIEW })
const problem = (status: number, code: string, detail = 'No.') => Response.json({ type: 't', title: 'T', status, detail, code }, { status })

function answer(method: string, path: string): Response {
  if (path.endsWith('/overview')) return overview()
  if (path.includes('/orders')) return Response.json({ data: null })
  if (method === 'PUT') key = SAVED
  if (method === 'DELETE') {
    key = NONE
    return Response.json({ data: null })
  }
  return Response.json({ data: key })
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const calls = (method: string) => sent.filter((call) => call.method === method).map(({ path }) => path)

beforeEach(() => {
  sent = []
  key = NONE
  overview = () => Response.json({ data: OVERVIEW })
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const method = options.method ?? 'GET'
    sent.push({ method, path, body: JSON.parse(String(options.body ?? 'null')) })
    return answer(method, path)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('saves a complete key, and clears the form', async () => {
  render(<ApexPage />)
  await screen.findByText('Live orders are off: no signer.')
  await press('Check and save')
  expect(screen.getAllByText('Required')).toHaveLength(3)
  expect(calls('PUT')).toEqual([])
  type('API key', ' key-1 ')
  type('Secret', 'hush')
  type('Passphrase', 'pass')
  await press('Check and save')
  await screen.findByText('API key ending in a1b2')
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ api_key: 'key-1', secret: 'hush', passphrase: 'pass' })
  expect(document.body.innerHTML).not.toContain('hush')
})

it('shows the reason ApeX rejected a key at the form', async () => {
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    method === 'PUT' ? problem(422, 'apex_key_may_withdraw', 'This key may withdraw.') : Response.json({ data: NONE }),
  )
  render(<ApexPage />)
  await screen.findByText('Live orders are off: no signer.')
  for (const label of ['API key', 'Secret', 'Passphrase']) type(label, 'x')
  await press('Check and save')
  expect((await screen.findByRole('alert')).textContent).toBe('!This key may withdraw.')
})

it('saves a key whose permissions ApeX does not state only once the user has typed that it cannot withdraw', async () => {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    const sentBody = JSON.parse(String(body ?? 'null'))
    sent.push({ method, path, body: sentBody })
    if (method === 'PUT' && sentBody.confirmation === undefined) return problem(422, 'apex_rights_unknown', 'Not said.')
    if (method === 'PUT') key = { ...SAVED, rights: 'confirmed' }
    return answer('GET', path)
  })
  render(<ApexPage />)
  await screen.findByText('Live orders are off: no signer.')
  for (const label of ['API key', 'Secret', 'Passphrase']) type(label, 'x')
  await press('Check and save')
  const field = 'Type “cannot withdraw” to confirm'
  await screen.findByLabelText(field)
  const wrong = 'Type “cannot withdraw”, or use another key.'
  expect(screen.queryByText(wrong)).toBeNull()
  await press('Save anyway')
  expect(screen.getByText(wrong)).toBeTruthy()
  type(field, 'can withdraw')
  await press('Save anyway')
  expect(screen.getByText(wrong)).toBeTruthy()
  expect(calls('PUT')).toHaveLength(1)
  type(field, ' Cannot withdraw ')
  await press('Save anyway')
  await screen.findByText('ApeX Omni does not say what it may do. You confirmed that it cannot withdraw.')
  expect(sent.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({ api_key: 'x', confirmation: 'cannot withdraw' })
})

it('asks again for a key other than the confirmed one, and shows the permissions of an old key as unknown', async () => {
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    method === 'PUT' ? problem(422, 'apex_rights_unknown', 'Not said.') : Response.json({ data: NONE }),
  )
  render(<ApexPage />)
  await screen.findByText('Live orders are off: no signer.')
  for (const label of ['API key', 'Secret', 'Passphrase']) type(label, 'x')
  await press('Check and save')
  type('Type “cannot withdraw” to confirm', 'cannot withdraw')
  type('API key', 'y')
  expect(screen.queryByLabelText('Type “cannot withdraw” to confirm')).toBeNull()
  expect(screen.getByRole('button', { name: 'Check and save' })).toBeTruthy()
  cleanup()
  queryClient.clear()
  vi.stubGlobal('fetch', async (path: string) => Response.json({ data: path.endsWith('overview') ? OVERVIEW : { ...SAVED, rights: null } }))
  render(<ApexPage />)
  expect(await screen.findByText('It is not known whether it can withdraw. Replace it to have it checked.')).toBeTruthy()
})

it('shows rounded amounts with the exact one on hover, full sizes, dashes for unknown, and matched apart from settled', async () => {
  key = SAVED
  render(<ApexPage />)
  expect((await screen.findByText('12,345.68')).closest('[title]')?.getAttribute('title')).toBe('12345.678901')
  expect(screen.getByText('Initial margin').nextElementSibling?.textContent).toBe('— USDT')
  const cells = [...(screen.getByText('Stop, reduce only').closest('tr')?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
  expect(cells.slice(0, 9)).toEqual(['BTC-USDT', 'Sell', '1.5', '—', '60,000', 'Stop, reduce only', '0.2', '0', 'Untriggered'])
})

it('cancels one order at once, and all orders after confirmation', async () => {
  key = SAVED
  render(<ApexPage />)
  await screen.findByText('BTC-USDT')
  await press('Cancel Sell 1.5 BTC-USDT')
  expect(calls('DELETE')).toEqual(['/api/v1/account/apex/orders/91'])
  await press('Cancel all')
  expect(calls('DELETE')).toHaveLength(1)
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Cancel all', hidden: true }).at(-1) ?? document.body))
  await waitFor(() => expect(calls('DELETE')).toEqual(['/api/v1/account/apex/orders/91', '/api/v1/account/apex/orders']))
})

it('shows that figures no longer update, and that an account cannot be loaded', async () => {
  key = SAVED
  render(<ApexPage />)
  await screen.findByText('Live')
  overview = () => problem(503, 'apex_unavailable', 'ApeX Omni does not answer.')
  await act(async () => void (await queryClient.refetchQueries({ queryKey: ['apex', 'overview'] })))
  expect(await screen.findByText(/^Not updating\. These are the last known values\. ApeX Omni does not answer\./)).toBeTruthy()
  expect(screen.queryByText('Live')).toBeNull()
  cleanup()
  queryClient.clear()
  render(<ApexPage />)
  expect(await screen.findByText('Your ApeX Omni account could not be loaded')).toBeTruthy()
})

it('deletes a key after confirmation', async () => {
  key = SAVED
  render(<ApexPage />)
  await screen.findByText('API key ending in a1b2')
  await press('Delete')
  expect(calls('DELETE')).toEqual([])
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Delete', hidden: true }).at(-1) ?? document.body))
  await screen.findByLabelText('Secret')
  expect(calls('DELETE')).toEqual(['/api/v1/account/apex'])
})
