import type { TripDetail, TripRow } from '@aerie/wire/journal/journal'
import { IMPORT_CAPITAL_NEEDED, type JournalAccount } from '@aerie/wire/journal/journal-statistics'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { testStatistics } from '../trading/test/statistics.ts'
import { PosttradePage } from './posttrade-page.tsx'
import { TEST_TRIP, testTrip, testTripRow } from './test/trip.ts'

vi.mock(import('./detail/trip-chart.tsx'), () => ({ TripChart: () => <p>chart</p> }))
const saved = vi.hoisted(() => vi.fn<(name: string, text: string, type: string) => void>())
vi.mock(import('../../platform/storage/save-file.ts'), () => ({ saveFile: saved }))

const ID = TEST_TRIP
const columns = (rows: readonly TripRow[]) => ({
  data: Object.fromEntries(Object.keys(testTripRow()).map((name) => [name, rows.map((each) => each[name as keyof TripRow])])),
  next: null,
  total: rows.length,
})
const refused = () =>
  Response.json(
    { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'Not allowed.', instance: '/' },
    { status: 403 },
  )

let accounts: readonly JournalAccount[]
let answers: Record<string, () => Response | Promise<Response>>
const fetched = vi.fn<typeof fetch>(async (path, init) => {
  const call = `${init?.method ?? 'GET'} ${String(path)}`
  const found = Object.entries({ '/journal/accounts': () => Response.json({ data: accounts, next: null }), ...answers }).find(([part]) =>
    call.includes(part),
  )
  return found ? found[1]() : new Promise<Response>(() => undefined)
})
const give = (rows: readonly TripRow[]) => () => Response.json(columns(rows))
let address = ''
const Address = () => {
  address = useLocation().search
  return null
}
const show = async (query = '') => {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[`/claw/posttrade${query}`]}>
        <Address />
        <PosttradePage />
      </MemoryRouter>,
    )
  })
}

// Preloads lazy chunks so that load time cannot fail a test.
beforeAll(() => Promise.all([import('./imports/import-dialog.tsx'), import('./statistics/statistics-view.tsx')]))
beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', fetched)
  answers = {}
  accounts = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the journal', () => {
  it('shows that it is loading', async () => {
    await show()
    expect(screen.getByRole('status', { name: 'Loading the journal' })).toBeDefined()
  })

  it('shows what to do when there are no trades', async () => {
    answers = { 'form=columns': give([]) }
    await show()
    expect(await screen.findByText('No trades yet')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Start paper trading' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Import a file' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined()
  })

  it('shows that it could not be loaded, and retries on request', async () => {
    answers = { 'form=columns': refused }
    await show()
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded.*Not allowed/)
    answers = { 'form=columns': give([testTripRow()]) }
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('1 trade')).toBeDefined()
  })

  it('shows a dash for unknown values, and does not include them in sums', async () => {
    answers = {
      'form=columns': give([testTripRow(), testTripRow({ id: `${ID.slice(0, -1)}2`, symbol: 'ETH', net: null, r: null, mae: null })]),
    }
    await show()
    const line = await screen.findByRole('row', { name: /^ETH/ })
    expect(line.textContent).toContain('—')
    expect(screen.getByText('Not included').nextElementSibling?.textContent).toBe('1 without a result in USDC')
    expect(screen.getByText('+4.900 USDC')).toBeDefined()
  })

  it('filters by the address, and offers to clear a filter that matches nothing', async () => {
    answers = { 'form=columns': give([testTripRow()]) }
    await show('?side=short')
    fireEvent.click(await screen.findByRole('button', { name: 'Clear the filter' }))
    expect(await screen.findByText('1 trade')).toBeDefined()
    expect(address.replace('?', '')).toBe('')
  })

  it('keeps the sort order in the address', async () => {
    answers = { 'form=columns': give([testTripRow()]) }
    await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Net' }))
    expect(address).toBe('?sort=-net')
    expect(screen.getByRole('columnheader', { name: /Net/ }).getAttribute('aria-sort')).toBe('descending')
  })
})

it('counts simulated and replayed trades apart, and names the origin of each trade', async () => {
  const imported = testTripRow({ id: `${ID.slice(0, -1)}2`, symbol: 'ETHUSDT', origin: 'Binance', source_kind: null })
  answers = { 'form=columns': give([testTripRow(), imported]) }
  await show()
  expect((await screen.findByRole('row', { name: /^BTC/ })).textContent).toContain('paper, simulated')
  expect(screen.getByRole('row', { name: /^ETHUSDT/ }).textContent).toContain('Binance')
  expect(screen.getByText('Simulated prices').nextElementSibling?.textContent).toBe('1')
  expect(screen.queryByText('Replayed prices')).toBeNull()
})

describe('the export', () => {
  const [first, second, third] = [1, 2, 3].map((end) => `${ID.slice(0, -1)}${end}`) as [string, string, string]
  const csv = `trip,origin,note\r\n${first},paper,\r\n${second},Binance,"late, ""again""\n${first},paper"\r\n${third},Binance,\r\n`
  const trips = [
    testTripRow(),
    testTripRow({ id: second, origin: 'Binance', symbol: 'ETH' }),
    testTripRow({ id: third, origin: 'Binance', net: '-2' }),
  ]
  const pictures = [first, second, third].map((trip) => `{"sha256":"","data":{"trip":"${trip}"},"picture":null}`)
  const exported = async (query: string, button: string) => {
    saved.mockClear()
    const lines = pictures.map((line) => `${line}\n`).join('')
    answers = { '/export/pictures': () => new Response(lines), '/journal/export': () => new Response(csv), 'form=columns': give(trips) }
    await show(query)
    await screen.findByRole('grid', { name: 'Trades' })
    fireEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    return saved.mock.lastCall?.[1].split('\r\n')
  }

  it('contains every trade without a filter', async () => expect(await exported('', 'Export')).toEqual(csv.split('\r\n')))

  it('contains the trades that also match filters the server does not support, and shows their number first', async () =>
    expect(await exported('?origin=import&result=win', 'Export 1 trade')).toEqual([
      'trip,origin,note',
      `${second},Binance,"late, ""again""\n${first},paper"`,
      '',
    ]))

  it('saves the images of every trade', async () => expect((await exported('', 'Pictures'))?.join('')).toBe(`${pictures.join('\n')}\n`))

  it('saves the images of the trades that match', async () =>
    expect((await exported('?origin=import&result=win', 'Pictures'))?.join('')).toBe(`${pictures[1]}\n`))

  it('saves no more images at once than a browser can handle, and shows what to do', async () => {
    const many = Array.from({ length: 2_001 }, (_, at) => testTripRow({ id: `${ID.slice(0, -4)}${String(at).padStart(4, '0')}` }))
    answers = { 'form=columns': give(many) }
    // With a layout only visible rows render; rendering and querying all 2,001 takes a busy machine half a minute.
    const measured = [
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 32)),
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320),
    ]
    await show('?result=win')
    const button = await screen.findByRole('button', { name: 'Pictures' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText(/up to 2,000 trades at once/)).not.toEqual([])
    for (const spy of measured) spy.mockRestore()
  })

  it('shows why there is nothing to save when no trade matches', async () => {
    answers = { 'form=columns': give(trips) }
    await show('?side=short')
    const button = await screen.findByRole('button', { name: 'Export 0 trades' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('No trades match this filter.')).not.toEqual([])
  })
})

describe('earlier imports', () => {
  const january = {
    id: '00000000-0000-4000-8000-000000000001',
    state: 'done',
    format: 'hyperliquid-trades',
    exchange: 'Hyperliquid',
    title: 'Trade history',
    name: 'january.csv',
    header: [],
    sample: [],
    date_order: null,
    mapping: null,
    rows: 4,
    entries: 3,
    duplicates: 0,
    others: 0,
    unopened: 0,
    problems: [],
    problem_count: 0,
    preview: [],
    trips: 1,
    created_at: '2026-11-02T09:00:00.000Z',
    done_at: '2026-11-02T09:00:01.000Z',
  }
  const undo = () => screen.findByRole('button', { name: 'Undo import of january.csv' })

  it('are loading, fail with a way to try again, and stay where they cannot be read again', async () => {
    const reading = Promise.withResolvers<Response>()
    answers = { 'form=columns': give([testTripRow()]), '/journal/imports': () => reading.promise }
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('status', { name: 'Loading earlier imports' })).toBeDefined()
    reading.resolve(refused())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Earlier imports could not be loaded. Not allowed.')
    answers['/journal/imports'] = () => Response.json({ data: [january], next: null })
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await undo()
    answers['/journal/imports'] = refused
    await act(() => queryClient.invalidateQueries({ queryKey: ['journal', 'imports'] }))
    expect((await undo()).closest('[data-outdated]')).not.toBeNull()
    expect(screen.getByText(/^Earlier imports could not be updated\./)).toBeDefined()
  })
})

describe('a trade', () => {
  const open = async (trip: TripDetail) => {
    answers = { [`GET /api/v1/journal/trips/${ID}`]: () => Response.json({ data: trip }), 'form=columns': give([testTripRow()]) }
    await show(`?trip=${ID}`)
    return screen.findByRole('region', { name: 'Your notes' })
  }

  it('shows why it has no R', async () => {
    await open(testTrip({ r: null }))
    expect(screen.getByText(/so no R/)).toBeDefined()
  })

  it('never shows slippage as a gain: above 0 is a loss', async () => {
    await open(testTrip({ slippage: '0.35', exit_efficiency: -6.65 }))
    expect(screen.getByText('+0.3500').dataset.tone).toBeUndefined()
    expect(screen.getByText('−665%')).toBeDefined()
  })

  it('shows a note as Markdown, without HTML and without external images', async () => {
    const notes = await open(
      testTrip({ note: '**late** <img src=x onerror=alert(1)> ![see](https://evil.example/x.png) [a](javascript:alert(1))' }),
    )
    expect(within(notes).getByText('late').tagName).toBe('STRONG')
    expect(notes.querySelector('img, script')).toBeNull()
    expect(notes.querySelector('a[href^="javascript"]')).toBeNull()
  })

  it('sends a tag, and removes it when the server refuses it', async () => {
    const notes = await open(testTrip())
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers = { 'PATCH ': () => promise, ...answers }
    const field = within(notes).getByRole('textbox', { name: 'Add a tag' })
    fireEvent.change(field, { target: { value: 'late entry' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await within(notes).findByText('late entry')).toBeDefined()
    expect(fetched.mock.lastCall?.[1]).toMatchObject({ method: 'PATCH', body: '{"tags":["late entry"]}' })
    resolve(refused())
    await waitFor(() => expect(within(notes).queryByText('late entry')).toBeNull())
  })

  it('rejects a tag with a comma, with the error at the field', async () => {
    const notes = await open(testTrip())
    fireEvent.change(within(notes).getByRole('textbox', { name: 'Add a tag' }), { target: { value: 'a,b' } })
    expect(within(notes).getByRole('alert').textContent).toMatch(/no comma/)
  })
})

it('shows figures with formula, inputs, n and interval, and names what they ignore', async () => {
  const figures = {
    win_rate: {
      value: 0.8,
      n: 10,
      interval: [0.4902, 0.9433] as [number, number],
      formula: 'wins ÷ (wins + losses)',
      inputs: [{ name: 'wins', value: '8' }],
    },
  }
  answers = {
    'form=columns': give([testTripRow()]),
    '/journal/statistics': () =>
      Response.json({
        data: testStatistics({
          counted: 10,
          net: '4.9',
          with_risk: 1,
          figures,
          luck: { chance: 0.21, n: 10, wins: 8, formula: 'P(X ≥ wins)' },
        }),
      }),
  }
  await show('?view=statistics&result=win')
  expect(await screen.findByText('49.0% to 94.3%')).toBeDefined()
  expect(screen.getByText('wins ÷ (wins + losses)')).toBeDefined()
  expect(screen.getByText(/n = 10\. 95% interval: 49\.0% to 94\.3%\./)).toBeDefined()
  expect(screen.getByText(/a coin-flipper has this record or a better one with a chance of 21%/)).toBeDefined()
  expect(screen.getByText(/ignore the filter by result/)).toBeDefined()
  expect(screen.getByText(/All on the simulated market, not at real prices/)).toBeDefined()
})

const PAPER = 'f34d6e0c-6b1c-4a5b-9a53-3b8a8a5f0001'

it('shows the account with the most counted trades, names the others, and keeps the choice in the address', async () => {
  accounts = [
    { account: null, origin: 'Binance', source_kind: null, trips: 7, counted: 7, from_ms: Date.UTC(2025, 2, 1) },
    { account: PAPER, origin: 'paper', source_kind: 'sim', trips: 3, counted: 2, from_ms: Date.UTC(2026, 10, 26) },
  ]
  answers = {
    'form=columns': give([testTripRow()]),
    'statistics?origin=Binance': () => Response.json({ data: testStatistics({ counted: 7, net: '4', with_risk: 0 }) }),
    [`statistics?account=${PAPER}`]: () => Response.json({ data: testStatistics({ counted: 2, net: '4', with_risk: 0 }) }),
    'statistics?zone': () => Response.json({ data: testStatistics({ counted: 9, net: '4', with_risk: 0 }) }),
  }
  await show('?view=statistics')
  await screen.findByText(/^7 closed trades/)
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Account' })
  expect([...choice.options].map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Binance, imported, since .*2025: 7 trades$/),
    expect.stringMatching(/^Paper, simulated, since .*2026: 3 trades$/),
    'All accounts, without returns',
  ])
  fireEvent.change(choice, { target: { value: PAPER } })
  await screen.findByText(/^2 closed trades/)
  expect(address).toContain(`account=${PAPER}`)
  fireEvent.change(choice, { target: { value: 'all' } })
  await screen.findByText(/^9 closed trades/)
})

it('states the reason of unavailable figures once, below the known ones', async () => {
  const reason = 'needs the starting capital'
  const missing = { value: null, n: 0, reason, formula: 'mean ÷ deviation' }
  answers = {
    'form=columns': give([testTripRow()]),
    '/journal/statistics': () =>
      Response.json({
        data: testStatistics({ counted: 40, net: '4', with_risk: 0, figures: { sharpe: missing, sortino: missing, calmar: missing } }),
      }),
  }
  await show('?view=statistics')
  const list = await screen.findByRole('list', { name: 'Figures that are not available' })
  expect(within(list).getAllByText(`n/a: ${reason}`)).toHaveLength(1)
  expect(within(list).getByRole('button', { name: 'About Sortino' })).toBeDefined()
  expect(within(screen.getByRole('list', { name: 'Figures' })).queryByText('n/a')).toBeNull()
})

it('filters by a period before any calendar is opened', async () => {
  answers = { 'form=columns': give([testTripRow()]) }
  await show()
  const period = await screen.findByRole('group', { name: 'Period' })
  fireEvent.click(within(period).getByRole('button', { name: '30d' }))
  expect(address).toMatch(/^\?from=\d{4}-\d\d-\d\d$/)
  expect(within(period).getByRole('button', { name: '30d', pressed: true })).toBeDefined()
  fireEvent.click(within(period).getByRole('button', { name: 'All' }))
  expect(address.replace('?', '')).toBe('')
})

it('asks for the starting capital that files lack, uses it, keeps it in the address, and rejects an invalid amount', async () => {
  const asked: string[] = []
  const returns = (value: number | null) => ({
    total_return: { value, n: 40, formula: 'Π(1 + r) − 1', ...(value === null && { reason: IMPORT_CAPITAL_NEEDED }) },
  })
  const answering: typeof fetch = async (path) => {
    const url = String(path)
    if (url.includes('form=columns')) return give([testTripRow()])()
    if (url.includes('/journal/accounts')) return Response.json({ data: [], next: null })
    if (!url.includes('/journal/statistics')) return new Promise<Response>(() => undefined)
    const capital = new URL(url, 'http://aerie').searchParams.get('capital')
    asked.push(capital ?? 'none')
    return Response.json({ data: testStatistics({ counted: 40, net: '4', with_risk: 0, figures: returns(capital === null ? null : 0.1) }) })
  }
  vi.stubGlobal('fetch', answering)
  await show('?view=statistics')
  const field = await screen.findByRole('textbox', { name: /Starting capital/ })
  field.focus()
  fireEvent.change(field, { target: { value: '0' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(asked).toEqual(['none'])
  fireEvent.change(field, { target: { value: '$10,000.00' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(asked).toEqual(['none', '10000.00']))
  expect(address).toContain('capital=10000.00')
  await screen.findByText(/^40 closed trades/)
  // The field keeps its focus while new figures load.
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.blur(field)
  await waitFor(() => expect(address).not.toContain('capital'))
  expect(screen.getByRole('textbox', { name: /Starting capital/ })).toBe(field)
})

it('does not ask for the capital of an account that has it, and shows what a large journal is waiting for', async () => {
  answers = {
    'form=columns': () => Response.json({ ...columns([testTripRow()]), total: 100_000 }),
    '/journal/statistics': () => Response.json({ data: testStatistics({ counted: 1, net: '4', with_risk: 0 }) }),
  }
  const answer = answers['/journal/statistics']
  const gate = Promise.withResolvers<void>()
  answers['/journal/statistics'] = async () => {
    await gate.promise
    return answer?.() ?? refused()
  }
  await show('?view=statistics')
  expect(await screen.findByText(/Computing the figures of 100,000 trades/)).toBeDefined()
  gate.resolve()
  await screen.findByText(/^1 closed trade,/)
  expect(screen.queryByRole('textbox', { name: /Starting capital/ })).toBeNull()
})
