import type { ChartSettings } from '@aerie/wire/market/charts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RETRY_MS, SAVE_AFTER_MS } from '../../../platform/documents/synced-document.ts'
import { receiveNotice } from '../../../platform/live/notices.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { removeDrawing, saveDrawing, undo } from '../drawings/drawing-history.ts'
import { type ChartDocument, openChart } from './chart-document.ts'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../../platform/toasts/toast.ts', () => ({ notify, clearToasts: () => undefined }))
vi.mock('../../../platform/live/messages/messages-client.ts', () => ({ openMessages: () => undefined }))

const settings = (changes: Partial<ChartSettings> = {}): ChartSettings => ({
  interval: '1h',
  scale: 'linear',
  type: 'candles',
  magnet: false,
  indicators: [],
  compare: [],
  showForecast: true,
  drawings: [],
  ...changes,
})
const line = (id: string, price = 5) => ({ id, kind: 'horizontal' as const, points: [{ price }], locked: false })
const refusal = (status: number, code: string, detail = '') =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, code, detail, instance: '/', errors: {} }), { status })

let saved: { version: number; body: ChartSettings | null }
const saveElsewhere = (body: ChartSettings) => {
  saved = { version: saved.version + 1, body }
}
let fault: (() => Response) | null
let held: (() => void)[] | null
const fetched = vi.fn<typeof fetch>(async (_, init) => {
  if (held !== null) await new Promise<void>((resolve) => held?.push(resolve))
  if (fault !== null) return fault()
  if (init?.method !== 'PUT') return Response.json({ data: { ...saved, updated_at: null } })
  const sent: { version: number; body: ChartSettings } = JSON.parse(String(init.body))
  if (sent.version !== saved.version) return refusal(409, 'conflict')
  saveElsewhere(sent.body)
  return Response.json({ data: { version: saved.version, updated_at: 1 } })
})
const puts = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PUT').length
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const draw = (chart: ChartDocument, id: string) => chart.changeDrawings((history) => saveDrawing(history, line(id)))
const drawn = (chart: ChartDocument) => chart.store.getState().history.now.map(({ id }) => id)
const savedIds = () => saved.body?.drawings.map(({ id }) => id)
const stateOf = (chart: ChartDocument) => chart.store.getState()
const charts: ChartDocument[] = []
const stored = localStorage
const logIn = (user_id: string | null) => {
  if ((useSession.getState().user?.user_id ?? null) === user_id) return
  if (user_id === null) useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null })
  else useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id }), endsAt: null })
}
const open = (user: string | null = 'wren', symbol = 'BTC') => {
  logIn(user)
  const chart = openChart(symbol, user)
  charts.push(chart)
  return chart
}
/** Simulates a crash: no more requests; the browser's storage remains. */
const crash = () => {
  logIn('nobody')
  for (const chart of charts.splice(0)) chart.close()
  vi.clearAllTimers()
}

beforeEach(() => {
  vi.useFakeTimers()
  notify.mockReset()
  fetched.mockClear()
  localStorage.clear()
  saved = { version: 0, body: null }
  fault = null
  held = null
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  crash()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('starts with the volume indicator when nothing was ever saved, and saves nothing by itself', async () => {
  const chart = open()
  await settle(60_000)
  expect(stateOf(chart)).toMatchObject({ saving: 'saved', look: { indicators: [{ name: 'VOL' }] } })
  expect(puts()).toBe(0)
})

it('loads the document from the server, and saves a change once it has settled', async () => {
  saved = { version: 7, body: settings({ scale: 'log' }) }
  const chart = open()
  await settle()
  expect(stateOf(chart).look.scale).toBe('log')
  chart.changeLook({ scale: 'percent' })
  draw(chart, 'a')
  expect(stateOf(chart)).toMatchObject({ saving: 'saving', look: { scale: 'percent' }, history: { now: [line('a')] } })
  await settle(SAVE_AFTER_MS)
  expect(saved).toEqual({ version: 8, body: settings({ scale: 'percent', drawings: [line('a')] }) })
  expect(puts()).toBe(1)
  expect(stateOf(chart).saving).toBe('saved')
  expect(localStorage).toHaveLength(0)
})

it('sends saves one after the other, so that they never conflict with each other', async () => {
  const chart = open()
  await settle()
  held = []
  draw(chart, 'a')
  await settle(SAVE_AFTER_MS)
  draw(chart, 'b')
  await settle(SAVE_AFTER_MS * 3)
  expect(puts()).toBe(1)
  const first = held
  held = null
  for (const answer of first) answer()
  await settle(SAVE_AFTER_MS)
  expect(savedIds()).toEqual(['a', 'b'])
  expect(notify).not.toHaveBeenCalled()
})

it('merges the drawings of two windows, and reports it once', async () => {
  const chart = open()
  await settle()
  saveElsewhere(settings({ drawings: [line('theirs')] }))
  draw(chart, 'mine')
  await settle(SAVE_AFTER_MS * 2)
  expect(savedIds()).toEqual(['theirs', 'mine'])
  expect(drawn(chart)).toEqual(['theirs', 'mine'])
  expect(notify).toHaveBeenCalledExactlyOnceWith('info', expect.stringContaining('another window'))
})

it('undoes only the local drawings after a merge', async () => {
  const chart = open()
  await settle()
  saveElsewhere(settings({ drawings: [line('theirs')] }))
  draw(chart, 'mine')
  await settle(SAVE_AFTER_MS * 2)
  chart.changeDrawings(undo)
  await settle(SAVE_AFTER_MS)
  expect(savedIds()).toEqual(['theirs'])
})

it('shows at once what another window has saved, and reuses the drawings it did not change', async () => {
  saved = { version: 1, body: settings({ drawings: [line('old')] }) }
  const chart = open()
  await settle()
  const [before] = stateOf(chart).history.now
  saveElsewhere(settings({ drawings: [line('old'), line('theirs')] }))
  receiveNotice({ kind: 'workspace', document: 'chart', name: 'BTC', version: saved.version })
  await settle()
  expect(drawn(chart)).toEqual(['old', 'theirs'])
  expect(stateOf(chart).history.now[0]).toBe(before)
  expect(puts()).toBe(0)
})

it('is one chart for two views in a window, each with its own undo history', async () => {
  const [one, other] = [open(), open()]
  await settle()
  draw(one, 'one')
  draw(other, 'other')
  expect(drawn(one)).toEqual(['one', 'other'])
  one.changeDrawings(undo)
  expect(drawn(other)).toEqual(['other'])
  await settle(SAVE_AFTER_MS)
  expect(savedIds()).toEqual(['other'])
  expect(puts()).toBe(1)
})

it('keeps locally what the server cannot accept at the moment, and sends it again', async () => {
  const chart = open()
  await settle()
  fault = () => refusal(503, 'unavailable')
  draw(chart, 'a')
  await settle(SAVE_AFTER_MS)
  expect(stateOf(chart).saving).toBe('offline')
  fault = null
  await settle(RETRY_MS)
  expect(stateOf(chart).saving).toBe('saved')
  expect(savedIds()).toEqual(['a'])
})

it('sends it as soon as the browser is online again', async () => {
  const chart = open()
  await settle()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  draw(chart, 'a')
  await settle(SAVE_AFTER_MS)
  expect(stateOf(chart).saving).toBe('offline')
  dispatchEvent(new Event('online'))
  await settle()
  expect(savedIds()).toEqual(['a'])
})

it('restores unsaved changes on the next visit, and saves them on top of newer ones', async () => {
  const chart = open()
  await settle()
  fault = () => refusal(503, 'unavailable')
  draw(chart, 'mine')
  await settle(SAVE_AFTER_MS)
  crash()
  const before = open()
  expect(drawn(before)).toEqual(['mine'])
  await settle()
  expect(stateOf(before).saving).toBe('offline')
  crash()
  fault = null
  saved = { version: 3, body: settings({ drawings: [line('theirs')] }) }
  const after = open()
  await settle()
  expect(savedIds()).toEqual(['theirs', 'mine'])
  expect(drawn(after)).toEqual(['theirs', 'mine'])
  expect(localStorage).toHaveLength(0)
})

it('loses no changes of two closed windows that could not save', async () => {
  const leave = async (id: string) => {
    fault = null
    const chart = open()
    await settle()
    fault = () => refusal(503, 'unavailable')
    draw(chart, id)
    await settle(SAVE_AFTER_MS)
    crash()
    const entries = Object.entries(localStorage)
    localStorage.clear()
    return entries
  }
  for (const [key, value] of [...(await leave('one')), ...(await leave('other'))]) localStorage.setItem(key, value)
  fault = null
  open()
  await settle()
  expect(savedIds()?.toSorted()).toEqual(['one', 'other'])
})

it('deletes on the next visit what was deleted while the server was unreachable', async () => {
  saved = { version: 2, body: settings({ drawings: [line('a'), line('b')] }) }
  const chart = open()
  await settle()
  fault = () => refusal(503, 'unavailable')
  chart.changeDrawings((history) => removeDrawing(history, 'a'))
  crash()
  fault = null
  open()
  await settle()
  expect(savedIds()).toEqual(['b'])
})

it('shows no unsaved drawings of another user or another coin', async () => {
  const chart = open('wren')
  await settle()
  fault = () => refusal(503, 'unavailable')
  draw(chart, 'mine')
  crash()
  expect(drawn(open('robin'))).toEqual([])
  expect(drawn(open('wren', 'ETH'))).toEqual([])
  expect(drawn(open(null))).toEqual([])
  expect(drawn(open('wren'))).toEqual(['mine'])
})

it('saves pending changes when the chart is closed', async () => {
  const chart = open()
  await settle()
  draw(chart, 'a')
  chart.close()
  await settle()
  expect(savedIds()).toEqual(['a'])
  expect(localStorage).toHaveLength(0)
})

it('reports why the server rejects the document, keeps it, and stops retrying', async () => {
  const chart = open()
  await settle()
  fault = () => refusal(413, 'payload_too_large')
  draw(chart, 'a')
  await settle(600_000)
  expect(puts()).toBe(1)
  expect(stateOf(chart)).toMatchObject({ saving: 'refused', trouble: 'This is too large to send.' })
  expect(localStorage).toHaveLength(1)
})

it('can be drawn on before the saved document is loaded', async () => {
  saved = { version: 4, body: settings({ scale: 'log', drawings: [line('old')] }) }
  fault = () => refusal(503, 'unavailable')
  const chart = open()
  await settle()
  expect(stateOf(chart)).toMatchObject({ state: 'failed', saving: 'saved' })
  draw(chart, 'new')
  expect(drawn(chart)).toEqual(['new'])
  fault = null
  await settle(SAVE_AFTER_MS)
  expect(savedIds()).toEqual(['old', 'new'])
  expect(stateOf(chart).look.scale).toBe('log')
})

it('does not mistake a server restored to an earlier state for a deletion', async () => {
  saved = { version: 9, body: settings({ drawings: [line('a')] }) }
  const chart = open()
  await settle()
  saved = { version: 5, body: settings() }
  draw(chart, 'b')
  await settle(SAVE_AFTER_MS)
  expect(savedIds()).toEqual(['a', 'b'])
})

it("keeps a guest's chart in this browser, sends no request, and restores it the next time", async () => {
  draw(open(null), 'a')
  crash()
  expect(stateOf(open(null))).toMatchObject({ saving: 'local', history: { now: [line('a')] } })
  await settle(60_000)
  expect(fetched).not.toHaveBeenCalled()
})

it("shows a guest's drawings from another window of this browser when the chart is reopened", () => {
  const chart = open(null)
  draw(chart, 'a')
  const [[key, value] = ['', '']] = Object.entries(localStorage)
  localStorage.setItem(key, value.replaceAll('"a"', '"b"'))
  chart.close()
  expect(drawn(open(null))).toEqual(['b'])
})

it("starts over when a guest's stored chart cannot be read", () => {
  draw(open(null), 'a')
  crash()
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{')
  expect(drawn(open(null))).toEqual([])
})

it('reports that this browser cannot store anything', async () => {
  const chart = open()
  await settle()
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem, getItem: () => null, removeItem: () => undefined })
  draw(chart, 'a')
  expect(stateOf(chart).isFragile).toBe(true)
  await settle(SAVE_AFTER_MS)
  expect(stateOf(chart)).toMatchObject({ isFragile: false, saving: 'saved' })
  const guest = open(null)
  draw(guest, 'a')
  expect(stateOf(guest)).toMatchObject({ isFragile: true, saving: 'local' })
  vi.stubGlobal('localStorage', stored)
})

/** The storage format from before charts were documents. */
const keepFormerly = (owner: string, id: string, base: ChartSettings, mine: ChartSettings) =>
  localStorage.setItem(`aerie.chart.${owner}.BTC.${id}`, JSON.stringify({ base: { version: 2, settings: base }, mine }))

it("migrates a guest's chart stored before charts were documents", () => {
  keepFormerly('guest', 'kept', settings(), settings({ scale: 'log', drawings: [line('a')] }))
  expect(stateOf(open(null))).toMatchObject({ look: { scale: 'log' }, history: { now: [line('a')] } })
  expect(Object.keys(localStorage).filter((key) => key.startsWith('aerie.chart.'))).toEqual([])
  crash()
  expect(drawn(open(null))).toEqual(['a'])
})

it("sends changes left unsent before charts were documents, on top of the server's version", async () => {
  saved = { version: 3, body: settings({ drawings: [line('old'), line('other')] }) }
  const base = settings({ drawings: [line('old')] })
  keepFormerly('wren', '1', base, settings({ drawings: [line('old'), line('mine')] }))
  keepFormerly('wren', '2', base, settings())
  localStorage.setItem('aerie.chart.wren.BTC.3', '{')
  open()
  await settle(SAVE_AFTER_MS)
  expect(savedIds()).toEqual(['other', 'mine'])
  expect(localStorage).toHaveLength(0)
})
