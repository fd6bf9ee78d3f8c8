import '../../../test/no-messages.ts'
import { PUBLIC_NAME_RULE } from '@aerie/wire/public-names'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { dateText } from '../../platform/format/market-text.ts'
import { CopyPage } from './copy-page.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const none = (reason: string) => ({ value: null, n: 0, reason })
const LEADER = {
  id: ID,
  name: 'Ada Lovelace',
  about: 'Trends',
  since: '2026-01-01T00:00:00.000Z',
  followers: 2,
  is_present: true,
  is_own: false,
  is_copied: false,
  followers_result: { value: 0.0123, n: 2, reason: null },
  return: { value: -0.05, n: 12, reason: null },
  return_lower: none('needs at least 10 days'),
  max_drawdown: { value: -0.1, n: 12, reason: null },
  trades: 7,
}
const PAGE = { ...LEADER, source: 'sim:1', source_kind: 'sim', curve: [{ day: '2026-01-01', equity: 0.95, below: -0.05 }] }
const COPY = {
  id: ID,
  leader: { id: ID, name: 'Ada Lovelace' },
  state: 'active',
  reason: null,
  detail: null,
  can_resume: false,
  source: 'sim:1',
  source_kind: 'sim',
  allocation: '1000',
  per_trade_limit: '500',
  daily_loss_limit: '50',
  total_loss_limit: '150',
  max_move_bps: 50,
  late_s: 10,
  excluded: [],
  parts: [{ symbol: 'SOL', size: '0.5', entry: '100', mark: null, unrealised: null }],
  realised: '-3.2',
  result: null,
  daily_loss: null,
  fees: '0.4',
  fills: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const ENTRY = {
  id: 1,
  copy: ID,
  leader_name: 'Ada Lovelace',
  symbol: 'SOL',
  kind: 'position',
  outcome: 'skipped',
  reason: 'priceMoved',
  detail: 'The price had moved too far from the price of the leader.',
  leader_position: '10',
  leader_price: '100',
  target: '1',
  held: '0',
  wanted: null,
  filled: '0',
  price: null,
  fee: '0',
  at: '2026-01-01T00:00:00.000Z',
  delay_ms: 4,
}
const SIMULATION = {
  label: 'simulated',
  source_kind: 'sim',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-03-01T00:00:00.000Z',
  fills: 4,
  is_cut: false,
  copied: 3,
  by_minutes: 1,
  skipped: [{ reason: 'late', detail: 'The trade was seen too late.', count: 1 }],
  result: '12.5',
  fees: '1',
  slippage: '0.5',
  curve: [],
  reason: null,
}

const data = (body: unknown) => Response.json({ data: body })
const page = (rows: readonly unknown[], more: object = {}) => Response.json({ data: rows, next: null, ...more })
let answers: Readonly<Record<string, () => Response | Promise<Response>>>
const asked: { path: string; method: string; body: unknown }[] = []
const fetched = vi.fn<typeof fetch>(async (path, init) => {
  asked.push({ path: String(path), method: init?.method ?? 'GET', body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
  const found = Object.entries(answers).find(([part]) => String(path).includes(part))
  return found ? found[1]() : new Promise<Response>(() => undefined)
})
const show = (search = '') =>
  render(
    <MemoryRouter initialEntries={[`/claw/copy${search}`]}>
      <CopyPage />
    </MemoryRouter>,
  )

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  asked.length = 0
  answers = {}
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('leaders', () => {
  it('have figures with their basis, and a dash with the reason when there is none', async () => {
    answers = { '/copies/leaders': () => page([LEADER]) }
    show()
    expect(screen.getByRole('status', { name: 'Loading leaders' })).toBeDefined()
    const row = within(await screen.findByRole('row', { name: /Ada Lovelace/ }))
    expect(row.getByText(/\+?1\.23%/)).toBeDefined()
    expect(row.getByText('needs at least 10 days').parentElement?.textContent).toContain('—')
  })

  it('show one reason once for all figures that lack a value for it, in the list and on their page', async () => {
    const reason = 'no closed trades in this market'
    const unknown = { return: none(reason), return_lower: none(reason), max_drawdown: none(reason) }
    answers = {
      [`/leaders/${ID}`]: () => data({ ...PAGE, ...unknown, curve: [] }),
      '/copies/leaders': () => page([{ ...LEADER, ...unknown }]),
    }
    show()
    const cell = (await screen.findByText(reason)).closest('td')
    expect([cell?.colSpan, cell?.dataset.title]).toEqual([3, 'Own return · Daily return, lower bound · Max drawdown'])
    fireEvent.click(screen.getByRole('button', { name: 'Open Ada Lovelace' }))
    const figure = (await screen.findByText(reason)).closest('dd')
    expect(figure?.previousElementSibling?.textContent).toBe('Own return · Daily return, lower bound · Max drawdown')
  })

  it('have curves with levels and dates', async () => {
    answers = { [`/leaders/${ID}`]: () => data(PAGE) }
    show(`?leader=${ID}`)
    const day = dateText(Date.parse('2026-01-01T12:00:00Z'))
    expect((await screen.findAllByRole('figure')).map(({ textContent }) => textContent)).toEqual([
      `Equity by days 1 day, now at 95.00% of the start.94.00%96.00%98.00%100.00%${day}`,
      `Below the peak Deepest: −5.00%.−6.00%−4.00%−2.00%0.00%${day}`,
    ])
  })

  it('are loaded page by page, and shown once even if they changed ranks meanwhile', async () => {
    const second = { ...LEADER, id: `${ID.slice(0, -1)}2`, name: 'Grace Hopper' }
    answers = {
      'cursor=0.05_3_x': () => page([LEADER, second]),
      '/copies/leaders': () => page([LEADER], { next: '0.05_3_x' }),
    }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Show more leaders' }))
    await screen.findByRole('row', { name: /Grace Hopper/ })
    expect(screen.getAllByRole('button', { name: /^Open / }).map(({ textContent }) => textContent)).toEqual([
      'Ada Lovelace',
      'Grace Hopper',
    ])
    expect(screen.queryByRole('button', { name: 'Show more leaders' })).toBeNull()
  })

  it('are loaded again after a failure', async () => {
    const body = { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'No.', instance: '/' }
    answers = { '/copies/leaders': () => Response.json(body, { status: 403 }) }
    show()
    const again = await screen.findByRole('button', { name: 'Try Again' })
    answers = { '/copies/leaders': () => page([]) }
    fireEvent.click(again)
    expect(await screen.findByText('No leaders yet')).toBeDefined()
  })

  it('are simulated before they are followed, and again after a change', async () => {
    answers = { [`/leaders/${ID}`]: () => data(PAGE), '/simulate': () => data(SIMULATION), '/copies': () => data(COPY) }
    show(`?leader=${ID}`)
    const start = await screen.findByRole('button', { name: 'Start copying' })
    fireEvent.click(start)
    expect(screen.getByText('Simulate it first.')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Simulate 90 days' }))
    expect(await screen.findByText('1 × The trade was seen too late.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Allocation'), { target: { value: '2000' } })
    fireEvent.click(start)
    expect(asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/copies'))).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Simulate 90 days' }))
    await vi.waitFor(() => expect(screen.queryByText('Simulate it first.')).toBeNull())
    fireEvent.click(start)
    await vi.waitFor(() =>
      expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/copies'))?.body).toMatchObject({
        leader: ID,
        allocation: '2000',
      }),
    )
  })

  it('are not copied with terms that were changed during the simulation of others', async () => {
    const simulated = Promise.withResolvers<Response>()
    answers = { [`/leaders/${ID}`]: () => data(PAGE), '/simulate': () => simulated.promise, '/copies': () => data(COPY) }
    show(`?leader=${ID}`)
    const start = await screen.findByRole('button', { name: 'Start copying' })
    fireEvent.click(screen.getByRole('button', { name: 'Simulate 90 days' }))
    const isBusy = () => screen.getByRole('button', { name: 'Simulate 90 days' }).getAttribute('aria-busy')
    await vi.waitFor(() => expect(isBusy()).toBe('true'))
    fireEvent.change(screen.getByLabelText('Allocation'), { target: { value: '900000' } })
    simulated.resolve(data(SIMULATION))
    await vi.waitFor(() => expect(isBusy()).toBeNull())
    expect(screen.getByText('Simulate it first.')).toBeDefined()
    expect(screen.queryByText('1 × The trade was seen too late.')).toBeNull()
    fireEvent.click(start)
    expect(asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/copies'))).toEqual([])
  })

  it('that are already copied, in any market, are shown with a link to that copy', async () => {
    answers = { [`/leaders/${ID}`]: () => data({ ...PAGE, is_copied: true }), '/copies': () => page([COPY], { limit: 1, going: 1 }) }
    show(`?leader=${ID}`)
    expect(await screen.findByText('You already copy this leader. Stop that copy first.')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show my copies' }))
    expect(await screen.findByText('1 of 1 leader, amounts in USDC')).toBeDefined()
  })
})

describe('my copies', () => {
  it('show holdings, with a dash for unknown values, and are stopped with a choice', async () => {
    answers = { [`/copies/${ID}`]: () => data(COPY), '/copies': () => page([COPY], { limit: 1, going: 1 }) }
    show('?tab=copies')
    expect(await screen.findByText('1 of 1 leader, amounts in USDC')).toBeDefined()
    expect(screen.getByText('Result').nextElementSibling?.textContent).toBe('—')
    expect(within(screen.getByRole('row', { name: /SOL/ })).getByText('—')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    fireEvent.click(screen.getByRole('button', { name: 'Stop and keep' }))
    await vi.waitFor(() => expect(asked.find(({ method }) => method === 'DELETE')?.path).toContain(`/copies/${ID}?parts=keep`))
  })
})

describe('a stopped copy', () => {
  it.each([
    ['user', 'Paused by you.', 0],
    ['account_reset', 'You have reset your account, so this copy has ended.', 1],
  ])('shows why it ended, not why it was paused before: %s', async (reason, detail, count) => {
    const stopped = { ...COPY, state: 'stopped', reason, detail }
    answers = { '/copies': () => page([stopped], { limit: 1, going: 0 }) }
    show('?tab=copies')
    expect(await screen.findByText('Stopped')).toBeDefined()
    expect(screen.queryAllByText(detail)).toHaveLength(count)
    expect(screen.queryByText('Loss today')).toBeNull()
  })
})

describe('copies of another market', () => {
  it('can be kept, but not closed', async () => {
    const other = { ...COPY, state: 'paused', reason: 'source_changed', detail: 'The server trades another market now.', parts: null }
    answers = { [`/copies/${ID}`]: () => data(other), '/copies': () => page([other], { limit: 1, going: 1 }) }
    show('?tab=copies')
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Stop copying Ada Lovelace' }))
    expect(dialog.getByText(/nothing can be closed/)).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Stop and close' })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Stop and keep' }))
    await vi.waitFor(() => expect(asked.find(({ method }) => method === 'DELETE')?.path).toContain(`/copies/${ID}?parts=keep`))
  })
})

describe('a copy of an inactive leader', () => {
  it('shows that the leader is inactive, and can still be changed', async () => {
    const inactive = { ...COPY, state: 'paused', reason: 'leader_inactive', detail: 'The leader’s account is not active now.' }
    answers = { '/copies': () => page([inactive], { limit: 1, going: 1 }) }
    show('?tab=copies')
    await screen.findByText('The leader’s account is not active now.')
    const list = within(screen.getByRole('list', { name: 'Your copies' }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Limits', 'Stop'])
  })
})

describe('old copies', () => {
  it('are loaded on request', async () => {
    const old = { ...COPY, id: `${ID.slice(0, -1)}2`, state: 'stopped', leader: { id: ID, name: 'Grace Hopper' } }
    answers = {
      'cursor=going_7': () => page([old], { limit: 1, going: 1 }),
      '/copies': () => page([COPY], { limit: 1, going: 1, next: 'going_7' }),
    }
    show('?tab=copies')
    fireEvent.click(await screen.findByRole('button', { name: 'Show older copies' }))
    await screen.findByText('Grace Hopper')
    expect(screen.queryByRole('button', { name: 'Show older copies' })).toBeNull()
  })
})

describe('limits of a copy', () => {
  const dialog = async () => {
    show('?tab=copies')
    fireEvent.click(await screen.findByRole('button', { name: 'Limits' }))
    return within(screen.getByRole('dialog', { name: 'Limits for Ada Lovelace' }))
  }
  const sent = () => asked.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body])

  it('can be changed while it runs, including excluded coins', async () => {
    answers = { [`/copies/${ID}`]: () => data(COPY), '/copies': () => page([COPY], { limit: 1, going: 1 }) }
    const form = await dialog()
    fireEvent.change(form.getByLabelText('Total loss limit'), { target: { value: '300' } })
    fireEvent.change(form.getByLabelText('Coins to leave out (optional)'), { target: { value: 'doge, PEPE doge' } })
    fireEvent.click(form.getByRole('button', { name: 'Save limits' }))
    const body = { per_trade_limit: '500', daily_loss_limit: '50', total_loss_limit: '300', max_move_bps: 50, late_s: 10 }
    await vi.waitFor(() => expect(sent()).toEqual([[`/api/v1/copies/${ID}`, { ...body, excluded: ['DOGE', 'PEPE'] }]]))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are not sent while one of them is invalid', async () => {
    answers = { '/copies': () => page([COPY], { limit: 1, going: 1 }) }
    const form = await dialog()
    fireEvent.change(form.getByLabelText('Daily loss limit'), { target: { value: '0' } })
    fireEvent.change(form.getByLabelText('Time limit'), { target: { value: '301' } })
    expect(form.getByText('Enter an amount above 0.')).toBeDefined()
    expect(form.getByText('Enter a whole number from 1 to 300.')).toBeDefined()
    fireEvent.submit(form.getByLabelText('Daily loss limit'))
    expect(sent()).toEqual([])
  })

  it('that the server refuses stay in the dialog, marked at their field', async () => {
    const body = { type: 'about:blank', title: 'No', status: 400, code: 'bad_input', detail: 'No.', instance: '/' }
    const refusal = { ...body, errors: { late_s: ['a shorter time'] } }
    answers = {
      [`/copies/${ID}`]: () => Response.json(refusal, { status: 400 }),
      '/copies': () => page([COPY], { limit: 1, going: 1 }),
    }
    const form = await dialog()
    fireEvent.change(form.getByLabelText('Time limit'), { target: { value: '200' } })
    fireEvent.click(form.getByRole('button', { name: 'Save limits' }))
    expect(await form.findByText('A shorter time.')).toBeDefined()
    expect(form.getByLabelText<HTMLInputElement>('Time limit').value).toBe('200')
    await vi.waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Time limit')))
  })

  it('are shown as reached for the day from exactly the limit on', async () => {
    const day = { ...COPY, daily_loss: '50' }
    answers = {
      '/copies': () => page([day, { ...day, id: `${ID.slice(0, -1)}2`, daily_loss: '49.999999' }], { limit: 2, going: 2 }),
    }
    show('?tab=copies')
    expect(await screen.findAllByText('The daily loss limit is reached. Nothing is opened until 00:00 UTC.')).toHaveLength(1)
  })

  it('and resuming are not offered when the leader is gone', async () => {
    const gone = { ...COPY, state: 'paused', reason: 'leader_deleted', detail: 'The leader has deleted the account.' }
    answers = { '/copies': () => page([gone], { limit: 1, going: 1 }) }
    show('?tab=copies')
    await screen.findByText('The leader has deleted the account.')
    const list = within(screen.getByRole('list', { name: 'Your copies' }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Stop'])
  })
})

describe('resuming', () => {
  it.each([
    [false, ['Limits', 'Stop']],
    [true, ['Limits', 'Resume', 'Stop']],
  ])('is offered when the server reports that it is possible: %s', async (can_resume, buttons) => {
    const paused = { ...COPY, state: 'paused', reason: 'leader_closed', detail: 'The leader takes no copies any more.', can_resume }
    answers = { '/copies': () => page([paused], { limit: 1, going: 1 }) }
    show('?tab=copies')
    await screen.findByText('The leader takes no copies any more.')
    const list = within(screen.getByRole('list', { name: 'Your copies' }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  })
})

describe('the log', () => {
  it('shows each reason, and filters by outcome', async () => {
    answers = { '/copies/log': () => Response.json({ data: [ENTRY], next: null }) }
    show('?tab=log')
    expect(await screen.findByText('The price had moved too far from the price of the leader.')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Late' }))
    await vi.waitFor(() => expect(asked.at(-1)?.path).toContain('outcome=late'))
  })
})

describe('the form of a leader', () => {
  const own = { id: ID, name: 'J.R. Old', about: '', is_open: true, followers: 0, created_at: '2026-01-01T00:00:00.000Z' }
  const author = (name: string | null) => () => data({ author: { id: ID, name, is_you: true }, is_suspended: false })
  const name = async () => await screen.findByLabelText<HTMLInputElement>('Name')
  const submit = async () => fireEvent.submit((await name()).form!)
  const saved = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)

  it('starts with the name in Social, and says that it is the same', async () => {
    answers = { '/copies/leader': () => data(null), '/ideas/me': author('Ada Lovelace') }
    show('?tab=lead')
    expect((await name()).value).toBe('Ada Lovelace')
    expect(screen.getByText(/It is also your name in Social\./)).toBeDefined()
  })

  it.each([author(null), () => data({ author: null, is_suspended: false })])(
    'without a name in Social keeps the leader’s, even if it is older than the rules, but no other such name',
    async (me) => {
      answers = { '/copies/leader': () => data(own), '/ideas/me': me }
      show('?tab=lead')
      expect((await name()).value).toBe('J.R. Old')
      fireEvent.change(await name(), { target: { value: 'J.R. New' } })
      await submit()
      expect(await screen.findByText(`Use ${PUBLIC_NAME_RULE}.`)).toBeDefined()
      expect(saved()).toEqual([])
      fireEvent.change(await name(), { target: { value: 'J.R. Old' } })
      await submit()
      await vi.waitFor(() => expect(saved()).toEqual([{ name: 'J.R. Old', about: '' }]))
    },
  )

  it('shows a changed name after it was saved', async () => {
    let shown = 'Ada'
    answers = { '/copies/leader': () => data({ ...own, name: shown }), '/ideas/me': () => author(shown)() }
    show('?tab=lead')
    fireEvent.change(await name(), { target: { value: ' Grace ' } })
    shown = 'Grace'
    await submit()
    await vi.waitFor(async () => expect((await name()).value).toBe('Grace'))
    expect(saved()).toEqual([{ name: 'Grace', about: '' }])
  })
})
