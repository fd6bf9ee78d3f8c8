import '../../../test/no-messages.ts'
import { defined } from '@aerie/core/defined'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COIN_ACTIONS } from '../../app/shortcuts/actions.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { receiveNotice } from '../../platform/live/notices.ts'
import { T0, testRow, testStatus } from '../../platform/live/test/market.ts'
import { testForecast } from '../forecast/test/forecast.ts'
import { alertCalls } from './alert-calls.ts'
import { happenedText } from './alert-text.ts'
import { AlertsPage, importedText } from './alerts-page.tsx'
import { useAskedAlert } from './ask-for-alert.ts'
import { deliveryCalls } from './delivery-calls.ts'
import { previewSentence } from './editor/alert-editor.tsx'
import { detailText, receiverText } from './history/delivery-list.tsx'
import { waitText } from './list/alert-table.tsx'
import { testAlert, testChannels, testDelivery, testFiring, testPreview, testSummary } from './test/alerts.ts'

vi.mock(import('../../platform/live/socket/live-client.ts'), async (original) => ({
  ...(await original()),
  startLive: () => undefined,
  sendWatch: () => undefined,
}))
type NotifyOptions = { readonly action?: { readonly run: () => void } }
const notified = vi.hoisted(() => vi.fn<(type: string, text: string, options?: NotifyOptions) => void>())
vi.mock(import('../../platform/toasts/toast.ts'), async (original) => ({ ...(await original()), notify: notified }))

const calls = {
  all: vi.spyOn(alertCalls, 'all'),
  summary: vi.spyOn(alertCalls, 'summary'),
  create: vi.spyOn(alertCalls, 'create'),
  replace: vi.spyOn(alertCalls, 'replace'),
  pause: vi.spyOn(alertCalls, 'pause'),
  pauseAll: vi.spyOn(alertCalls, 'pauseAll'),
  remove: vi.spyOn(alertCalls, 'remove'),
  preview: vi.spyOn(alertCalls, 'preview'),
  firings: vi.spyOn(alertCalls, 'firings'),
  read: vi.spyOn(alertCalls, 'read'),
}
const deliveries = {
  page: vi.spyOn(deliveryCalls, 'page'),
  resend: vi.spyOn(deliveryCalls, 'resend'),
  channels: vi.spyOn(deliveryCalls, 'channels'),
  addWebhook: vi.spyOn(deliveryCalls, 'addWebhook'),
  change: vi.spyOn(deliveryCalls, 'change'),
}
const refused = (detail: string) => new ApiError({ code: 'rule_broken', status: 422, detail })
const ONE = testAlert(1)
const TWO = testAlert(2, { symbol: 'ETH', level: '2500', direction: 'below', title: 'ETH below 2,500', state: 'paused', waits_for: null })

async function show(path = '/tradealerts'): Promise<void> {
  render(
    <MemoryRouter initialEntries={[path]}>
      <AlertsPage />
    </MemoryRouter>,
  )
  await waitFor(() => expect(document.querySelector('[aria-label^="Loading"]')).toBeNull())
  await waitFor(() => expect(screen.getByText(/of 50 alerts/)).toBeTruthy())
}
const row = (title: string) => screen.getByText(title).closest('tr') as HTMLTableRowElement
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

const statistic = { value: 11.84, candles: 168, since: T0, reason: null }
/** The volatility of BTC and the forecast of any coin; of others nothing is known. */
function valueAt(path: string): unknown {
  const symbol = /(?:volatility|forecasts)\/(\w+)/.exec(path)?.[1] ?? ''
  if (path.includes('/forecasts/')) return testForecast({ symbol })
  if (path.endsWith('/currencies'))
    return ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'].map((each) => ({ symbol: each, name: `Name of ${each}`, logo: '/x.svg' }))
  if (!path.includes('/volatility/')) return []
  const isKnown = symbol === 'BTC'
  const each = isKnown ? statistic : { ...statistic, value: null, reason: 'no-history' }
  return {
    symbol,
    window_hours: 168,
    days: 90,
    days_known: isKnown ? 90 : 0,
    estimators: { close_to_close: each, parkinson: each, garman_klass: each, yang_zhang: each, ewma: each },
    regime: isKnown ? { name: 'calm', percentile: 0.1, since: null, typical_hours: 8, longest_hours: 31, spells: 12 } : null,
    reason: isKnown ? null : 'no-history',
    thresholds: [],
    series: [],
    spells: [],
    cone: [],
    source: 'sim',
    as_of: T0,
  }
}

beforeEach(() => {
  vi.resetAllMocks()
  calls.all.mockResolvedValue([ONE, TWO])
  calls.summary.mockResolvedValue(testSummary())
  calls.firings.mockResolvedValue({ data: [], next: null })
  calls.preview.mockResolvedValue(testPreview())
  deliveries.channels.mockResolvedValue(testChannels())
  deliveries.page.mockResolvedValue({ data: [], next: null })
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('keyboard use of the history', () => {
  it('keeps the focus in the list when marking as read removes the focused button', async () => {
    calls.firings.mockResolvedValue({ data: [testFiring(3), testFiring(2)], next: null })
    calls.read.mockResolvedValue(testSummary({ unread: 0 }))
    await show('/tradealerts?tab=history')
    const entries = within(screen.getByRole('list', { name: 'Fired alerts' })).getAllByRole('listitem')
    const buttons = entries.map((entry) => within(entry).getByRole('button', { name: 'Mark as read' }))
    buttons[0]?.focus()
    await act(async () => fireEvent.click(buttons[0]!))
    await waitFor(() => expect(document.activeElement).toBe(buttons[1]))
    await act(async () => fireEvent.click(buttons[1]!))
    await waitFor(() => expect(document.activeElement).toBe(entries[1]))
  })
})

it('does not repeat the name of a channel that has no address', () =>
  expect([receiverText('webhook', 'Webhook'), receiverText('email', 'ada@example.com'), receiverText('app', 'In the app')]).toEqual([
    'Webhook',
    'E-mail to ada@example.com',
    'In the app',
  ]))

it('waits for a first price only for alerts that depend on prices', () =>
  expect([
    waitText(testAlert(1, { waits_for: 'fresh' })),
    waitText(testAlert(1, { kind: 'volatility', waits_for: 'fresh' })),
    waitText(testAlert(1, { kind: 'order_filled', waits_for: 'armed' })),
  ]).toEqual(['waiting for the first price', 'waiting for the first value', null]))

describe('the list', () => {
  it('shows what each alert waits for, its state, and the limit of the plan', async () => {
    await show()
    expect(within(row('BTC above 70,000')).getByText('Active')).toBeTruthy()
    expect(within(row('ETH below 2,500')).getByText('Paused')).toBeTruthy()
    expect(screen.getByText('2 of 50 alerts')).toBeTruthy()
  })

  it('filters by the state in the address', async () => {
    await show('/tradealerts?state=paused')
    expect([screen.queryByText('BTC above 70,000'), row('ETH below 2,500').tagName]).toEqual([null, 'TR'])
  })

  it('finds alerts by words and by coin, and keeps both in the address', async () => {
    await show('/tradealerts?q=below')
    expect([screen.queryByText('BTC above 70,000'), row('ETH below 2,500').tagName]).toEqual([null, 'TR'])
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search alerts' }), { target: { value: '' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Coin' }), { target: { value: 'BTC' } })
    expect([row('BTC above 70,000').tagName, screen.queryByText('ETH below 2,500')]).toEqual(['TR', null])
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search alerts' }), { target: { value: 'below' } })
    expect(screen.getByText('No alert matches.')).toBeTruthy()
  })

  it('shows the price now and the distance to the level', async () => {
    const board = { data: [{ ...testRow('BTC', { price: 56_000 }), industries: [], sparkline: [] }], source: 'sim', as_of: T0 }
    vi.stubGlobal('fetch', async (path: unknown) => Response.json(String(path).includes('/board') ? { data: board } : { data: [] }))
    await show()
    expect(await within(row('BTC above 70,000')).findByText('$56,000.00')).toBeTruthy()
    expect(within(row('BTC above 70,000')).getByText('+25.00% away')).toBeTruthy()
    expect(within(row('ETH below 2,500')).getByText('—')).toBeTruthy()
  })

  it('shows the regime and the forecast line now for the alerts that watch them', async () => {
    calls.all.mockResolvedValue([
      testAlert(1, { kind: 'volatility', symbol: 'BTC', title: 'BTC volatility becomes high' }),
      testAlert(2, { kind: 'forecast', symbol: 'ETH', hours: 24, quantile: '0.5', level: '110', title: 'ETH forecast above 110' }),
      testAlert(3, { kind: 'volatility', symbol: 'NEW', title: 'NEW volatility becomes high' }),
    ])
    vi.stubGlobal('fetch', async (path: unknown) => Response.json({ data: valueAt(String(path)) }))
    await show()
    expect(await within(row('BTC volatility becomes high')).findByText('calm')).toBeTruthy()
    expect(within(row('BTC volatility becomes high')).getByText('11.8% a year over 7 days')).toBeTruthy()
    expect(await within(row('ETH forecast above 110')).findByText('$100.00')).toBeTruthy()
    expect(within(row('ETH forecast above 110')).getByText('+10.00% away')).toBeTruthy()
    expect(within(row('NEW volatility becomes high')).getByText('—')).toBeTruthy()
  })

  it('deletes all alerts that are shown, and restores them with one Undo', async () => {
    calls.remove.mockResolvedValue(null)
    calls.create.mockImplementation(async () => ONE)
    calls.pause.mockImplementation(async () => TWO)
    await show()
    await press('Change all 2')
    await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Delete 2' })))
    await waitFor(() => expect(notified).toHaveBeenCalledWith('info', 'Deleted: 2 alerts.', expect.anything()))
    expect(calls.remove.mock.calls.map(([id]) => id)).toEqual([ONE.id, TWO.id])
    await act(async () => notified.mock.calls.at(-1)?.[2]?.action?.run())
    await waitFor(() => expect(calls.create).toHaveBeenCalledTimes(2))
  })

  it('focuses the next alert when the focused delete button removes its row', async () => {
    calls.remove.mockResolvedValue(null)
    await show()
    const button = within(row('BTC above 70,000')).getByRole('button', { name: /^Delete/ })
    button.focus()
    await act(async () => fireEvent.click(button))
    await waitFor(() => expect(screen.queryByText('BTC above 70,000')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(row('ETH below 2,500')))
  })

  it('provides the coin for shortcuts and the palette while a row is focused', async () => {
    await show()
    row('ETH below 2,500').focus()
    defined(COIN_ACTIONS.find(({ id }) => id === 'alert this')).run()
    expect(useAskedAlert.getState().draft.symbol).toBe('ETH')
  })

  it('explains how to create the first alert', async () => {
    calls.all.mockResolvedValue([])
    await show()
    expect(screen.getByText('No alerts yet')).toBeTruthy()
  })

  it('shows why it could not be loaded, and retries', async () => {
    calls.all.mockRejectedValueOnce(refused('Not now.'))
    await show()
    expect(screen.getByText('Not now.')).toBeTruthy()
    await press('Try Again')
    expect(await screen.findByText('BTC above 70,000')).toBeTruthy()
  })

  it('pauses at once, and reverts with the reason when the server refuses', async () => {
    calls.pause.mockRejectedValue(refused('Too many are active.'))
    await show()
    await press('Pause: BTC above 70,000')
    await waitFor(() => expect(notified.mock.lastCall?.[1]).toBe('Not paused: Too many are active.'))
    await waitFor(() => expect(row('BTC above 70,000').dataset.state).toBe('active'))
  })

  it('deletes with the Delete key, and restores on Undo, paused as before', async () => {
    calls.remove.mockResolvedValue(null)
    calls.create.mockResolvedValue({ ...TWO, state: 'active' })
    calls.pause.mockResolvedValue(TWO)
    await show()
    await act(async () => fireEvent.keyDown(row('ETH below 2,500'), { key: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('ETH below 2,500')).toBeNull())
    await waitFor(() => expect(notified.mock.lastCall?.[2]?.action).toBeDefined())
    await act(async () => notified.mock.lastCall?.[2]?.action?.run())
    await waitFor(() => expect(row('ETH below 2,500').dataset.state).toBe('paused'))
    expect(calls.create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ symbol: 'ETH', level: '2500', channels: ['app'] }))
  })

  it('focuses the form that Enter opens, and the row again on Escape', async () => {
    await show()
    row('ETH below 2,500').focus()
    await act(async () => fireEvent.keyDown(row('ETH below 2,500'), { key: 'Enter' }))
    const form = screen.getByRole('form', { name: 'Change alert: ETH below 2,500' })
    expect(document.activeElement).toBe(within(form).getByLabelText('Watch'))
    await act(async () => fireEvent.keyDown(within(form).getByLabelText('Watch'), { key: 'Escape' }))
    await waitFor(() => expect(document.activeElement).toBe(row('ETH below 2,500')))
    expect(calls.replace).not.toHaveBeenCalled()
  })

  it('moves between rows by keyboard, and edits in place with Enter', async () => {
    await show()
    row('BTC above 70,000').focus()
    await act(async () => fireEvent.keyDown(row('BTC above 70,000'), { key: 'ArrowDown' }))
    expect(document.activeElement).toBe(row('ETH below 2,500'))
    await act(async () => fireEvent.keyDown(row('ETH below 2,500'), { key: 'Enter' }))
    const form = screen.getByRole('form', { name: 'Change alert: ETH below 2,500' })
    calls.replace.mockResolvedValue({ ...TWO, level: '2400', title: 'ETH below 2,400' })
    fireEvent.change(within(form).getByLabelText('Level'), { target: { value: '2400' } })
    await act(async () => fireEvent.submit(form))
    expect(calls.replace.mock.lastCall).toEqual([TWO.id, expect.objectContaining({ level: '2400', symbol: 'ETH' })])
    expect(await screen.findByText('ETH below 2,400')).toBeTruthy()
  })

  it('renders only the visible rows of a thousand', async () => {
    calls.all.mockResolvedValue(Array.from({ length: 1000 }, (_, number) => testAlert(number, { title: `Alert ${number}` })))
    const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 800, 52))
    await show()
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001')
    expect(document.querySelectorAll('[data-alert]').length).toBeLessThan(60)
    measured.mockRestore()
  })

  it('pauses all, and reports the result for each', async () => {
    calls.pauseAll.mockImplementation(async () => {
      const paused = testSummary({ is_paused: true })
      calls.summary.mockResolvedValue(paused)
      return paused
    })
    await show()
    await press('Pause all')
    expect(await screen.findByRole('button', { name: 'Resume all' })).toBeTruthy()
    expect(await within(row('BTC above 70,000')).findByText('all are paused')).toBeTruthy()
    expect(screen.getByText('All alerts are paused. None fires until you resume them.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^(Active|Paused) \d/ }).map(({ textContent }) => textContent)).toEqual([
      'Active 0',
      'Paused 2',
    ])
    await press('Paused 2')
    expect(row('BTC above 70,000').dataset.state).toBe('paused')
  })
})

describe('a new alert', () => {
  it('takes its coin from a list with search, of predicted coins only for a forecast, and shows the value now', async () => {
    vi.stubGlobal('fetch', async (path: unknown) => Response.json({ data: valueAt(String(path)) }))
    await show()
    await press('New alert')
    const form = screen.getByRole('form', { name: 'New alert' })
    fireEvent.change(within(form).getByLabelText('Watch'), { target: { value: 'volatility' } })
    expect(await within(form).findByText('The volatility of BTC is calm now (11.8% a year over 7 days).')).toBeTruthy()
    expect(within(form).getByText('BTC volatility becomes high')).toBeTruthy()
    fireEvent.change(within(form).getByLabelText('Watch'), { target: { value: 'forecast' } })
    await act(async () => fireEvent.click(within(form).getByRole('button', { name: 'Coin: BTC · Name of BTC' })))
    const picker = screen.getByRole('dialog', { name: 'Choose a currency' })
    expect(within(picker).getAllByRole('option').length).toBe(4)
    await act(async () => fireEvent.click(within(picker).getByRole('option', { name: /ETH/ })))
    expect(within(form).getByRole('button', { name: 'Coin: ETH · Name of ETH' })).toBeTruthy()
    expect(await within(form).findByText('The median in 24 h is at $100.00 now.')).toBeTruthy()
    fireEvent.change(within(form).getByLabelText('Watch'), { target: { value: 'order_filled' } })
    await act(async () => fireEvent.click(within(form).getByRole('button', { name: 'Coin: ETH · Name of ETH' })))
    await act(async () => fireEvent.click(screen.getByRole('option', { name: 'Any coin' })))
    expect(within(form).getByRole('button', { name: 'Coin: Any coin' })).toBeTruthy()
  })

  it('is a plain sentence, shows how often it would have fired and by which candles, and is saved as typed', async () => {
    calls.create.mockResolvedValue(testAlert(3, { level: '71000.5', title: 'BTC above 71,000.5' }))
    await show()
    await press('New alert')
    const form = screen.getByRole('form', { name: 'New alert' })
    fireEvent.change(within(form).getByLabelText('Level'), { target: { value: '71,000.50' } })
    expect(within(form).getByText('BTC above 71,000.5')).toBeTruthy()
    expect(await screen.findByText(/Would have fired 3 to 5 times in the last 30 days, by 1-hour candles\./)).toBeTruthy()
    await act(async () => fireEvent.submit(form))
    expect(calls.create.mock.lastCall?.[0]).toMatchObject({ kind: 'price', level: '71000.50', channels: ['app'] })
    expect(await screen.findByText('BTC above 71,000.5')).toBeTruthy()
  })

  it.each([
    [[0, 0], '30 days', 'Would not have fired in the last 30 days, by 1-hour candles.'],
    [[0, 1], 'hour', 'Would have fired at most once in the last hour, by 1-hour candles.'],
  ] as const)('shows in plain language that it would have fired %j times in the last %s', (fired, span, sentence) => {
    const to = Date.parse('2026-11-22T00:00:00Z')
    const from = new Date(to - (span === 'hour' ? 3_600_000 : 30 * 86_400_000)).toISOString()
    expect(previewSentence({ fired: [...fired], from, to: new Date(to).toISOString(), resolution: '1h' })).toBe(sentence)
  })

  it('shows the price of a coin that is on no other list', async () => {
    const details = { ...testRow('BTC', { price: 57_992.7 }), ticker: 'BTC', totalMarketCap: null, totalSupply: null }
    const answer = Response.json({ data: { ...details, source: 'sim', as_of: T0, stale: false } })
    vi.stubGlobal('fetch', async (url: string) => (url.endsWith('/assets/BTC') ? answer.clone() : Response.json({ data: [] })))
    await show()
    await press('New alert')
    expect(await screen.findByText(/BTC is at .*57,992\.70.* now\./)).toBeTruthy()
  })

  it('shows the age of a stale price, and does not evaluate the alert with it', async () => {
    const details = { ...testRow('BTC', { price: 57_992.7 }), ticker: 'BTC', totalMarketCap: null, totalSupply: null }
    const answer = Response.json({ data: { ...details, source: 'sim', as_of: T0, stale: true } })
    vi.stubGlobal('fetch', async (url: string) => (url.endsWith('/assets/BTC') ? answer.clone() : Response.json({ data: [] })))
    setStatus(testStatus({ market_time: T0 + 125_000 }))
    await show()
    await press('New alert')
    fireEvent.change(screen.getByLabelText('Level'), { target: { value: '1' } })
    expect(await screen.findByText(/BTC was at .*57,992\.70, 2 min ago\. There is no newer price\./)).toBeTruthy()
    expect(screen.queryByText(/BTC is at/)).toBeNull()
    expect(screen.queryByText(/Already true/)).toBeNull()
    useMarketState.setState({ status: null, clock: null })
  })

  it('shows before saving that it is already true', async () => {
    calls.preview.mockResolvedValue(testPreview({ is_met: true }))
    await show()
    await press('New alert')
    fireEvent.change(screen.getByLabelText('Level'), { target: { value: '1' } })
    expect(await screen.findByText(/Already true/)).toBeTruthy()
  })

  it('keeps the input when the server refuses, and shows why', async () => {
    calls.create.mockRejectedValue(refused('You can keep 50 alerts.'))
    await show()
    await press('New alert')
    fireEvent.change(screen.getByLabelText('Level'), { target: { value: '5' } })
    await act(async () => fireEvent.submit(screen.getByRole('form', { name: 'New alert' })))
    expect(await screen.findByText('You can keep 50 alerts.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Level').value).toBe('5')
  })

  it('says at its field what the server refuses of it, and beside the others what has no field', async () => {
    const errors = { level: ['is too far from the price'], window_s: ['use whole minutes'] }
    calls.create.mockRejectedValue(new ApiError({ code: 'bad_input', status: 400, detail: 'Not valid.', errors }))
    await show()
    await press('New alert')
    fireEvent.change(screen.getByLabelText('Level'), { target: { value: '5' } })
    await act(async () => fireEvent.submit(screen.getByRole('form', { name: 'New alert' })))
    expect(screen.getByText('Is too far from the price.')).toBeTruthy()
    expect(screen.getByText('Not valid. window_s: Use whole minutes.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Level')))
  })

  it('does not send an incomplete alert', async () => {
    await show()
    await press('New alert')
    await act(async () => fireEvent.submit(screen.getByRole('form', { name: 'New alert' })))
    expect(screen.getByLabelText('Level').getAttribute('aria-invalid')).toBe('true')
    expect(calls.create).not.toHaveBeenCalled()
  })
})

describe('history and deliveries', () => {
  /** January 2026 in the test machine's time zone. */
  const localTime = (day: number, hour: number, minute: number) => new Date(2026, 0, day, hour, minute).toISOString()

  it('shows when an alert fired and when it was seen, and marks all as read', async () => {
    const late = testFiring(1, { is_late: true, at: localTime(15, 10, 42), seen_at: localTime(15, 10, 50) })
    calls.firings.mockResolvedValue({ data: [late], next: null })
    calls.summary.mockResolvedValue(testSummary({ unread: 1 }))
    calls.read.mockResolvedValue(testSummary())
    await show('/tradealerts?tab=history')
    expect(screen.getByText(/happened .*42.*, seen .*50/)).toBeTruthy()
    await press('Mark all as read')
    await waitFor(() => expect(calls.read).toHaveBeenCalledExactlyOnceWith({ up_to: 1 }))
  })

  it('lists failed deliveries with the reason, and resends them', async () => {
    deliveries.page.mockResolvedValue({ data: [testDelivery(1)], next: null })
    deliveries.resend.mockResolvedValue(null)
    await show('/tradealerts?tab=deliveries')
    expect(screen.getByText(/10 attempts · The receiver answered 500\./)).toBeTruthy()
    await press('Send again: BTC above 70,000')
    await waitFor(() => expect(deliveries.page).toHaveBeenCalledTimes(2))
    expect(deliveries.resend).toHaveBeenCalledExactlyOnceWith(testDelivery(1).id)
  })

  it('reloads the deliveries when notified of one', async () => {
    await show('/tradealerts?tab=deliveries')
    await act(async () => receiveNotice({ kind: 'delivery', data: { delivery: null } }))
    await waitFor(() => expect(deliveries.page).toHaveBeenCalledTimes(2))
  })

  it('formats times in words', () => {
    const at = localTime(15, 10, 42)
    expect(happenedText({ at, seen_at: at.replace('.000Z', '.300Z'), is_late: false })).toMatch(/^Thu\b.*15.*:42/)
    expect(happenedText({ at, seen_at: localTime(16, 8, 0), is_late: true })).toContain('16')
    expect(detailText(testDelivery(1, { attempts: 1, problem: null, receipt: '200' }))).toMatch(/ · 200$/)
  })
})

describe('channels', () => {
  it('shows the secret of a new webhook once', async () => {
    deliveries.addWebhook.mockResolvedValue({
      id: ONE.id,
      url: 'https://example.com/a',
      name: null,
      enabled: true,
      problem: null,
      created_at: ONE.created_at,
      rotates_until: null,
      sent_at: null,
      secret: 'whsec_abc',
    })
    await show('/tradealerts?tab=channels')
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'https://example.com/a' } })
    await press('Add webhook')
    expect(await screen.findByText('whsec_abc')).toBeTruthy()
    await press('Done')
    await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull())
  })

  it('rejects an invalid web address before sending it', async () => {
    await show('/tradealerts?tab=channels')
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'javascript:alert(1)' } })
    await press('Add webhook')
    expect([screen.getByRole('alert').textContent, deliveries.addWebhook.mock.calls.length]).toEqual([
      '!Enter an address that begins with https://.',
      0,
    ])
  })

  it('keeps quiet hours that could not be saved, says why at the form, and sends none without a time', async () => {
    deliveries.change.mockRejectedValue(refused('Not now.'))
    await show('/tradealerts?tab=channels')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:30' } })
    await press('Set quiet hours')
    expect(screen.getByText('Not now.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('21:30')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } })
    await press('Set quiet hours')
    expect(screen.getByText('This field is required.')).toBeTruthy()
    expect(deliveries.change).toHaveBeenCalledTimes(1)
  })

  it('shows that a browser does not support push, instead of a button that cannot work', async () => {
    await show('/tradealerts?tab=channels')
    expect(await screen.findByText(/Push is not available in this browser/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Switch on in this browser' })).toBeNull()
  })
})

it('summarises an import, and shows why single alerts were refused', () => {
  const refusals = [1, 2, 3, 4].map((index) => ({ index, reason: 'level must be above 0' }))
  expect(importedText({ created: [ONE], duplicates: 2, refused: refusals })).toBe(
    '1 alert imported. 2 there already. 4 refused. Number 2: level must be above 0 Number 3: level must be above 0 Number 4: level must be above 0 And 1 more.',
  )
})
