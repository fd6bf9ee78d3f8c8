import type { ChartSettings, SavedChart } from '@aerie/wire/charts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { putDrawing, removeDrawing, undo } from '../../chart-engine/drawings/drawing-history.ts'
import { type ChartDesk, openDesk } from './chart-desk.ts'
import { RETRY_MS, SAVE_AFTER_MS } from './chart-desk-sync.ts'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../ui/toast.ts', () => ({ notify, clearToasts: () => undefined }))

const settings = (changes: Partial<ChartSettings> = {}): ChartSettings => ({
  interval: '1h',
  type: 'candles',
  magnet: false,
  scale: 'linear',
  indicators: [],
  compare: [],
  showForecast: true,
  drawings: [],
  ...changes,
})
const line = (id: string, price = 5) => ({ id, kind: 'horizontal' as const, points: [{ price }], locked: false })
const refusal = (status: number, code: string, detail = '') =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, code, detail, instance: '/', errors: {} }), { status })

/** The server's side: versions and conflicts as it has them. */
let saved: SavedChart
/** What it answers instead, while that is set. */
let fault: (() => Response) | null
/** Held back until called. */
let held: (() => void)[] | null
const fetched = vi.fn<typeof fetch>(async (_, init) => {
  if (held !== null) await new Promise<void>((resolve) => held?.push(resolve))
  if (fault !== null) return fault()
  if (init?.method !== 'PUT') return Response.json({ data: saved })
  const sent: SavedChart = JSON.parse(String(init.body)) // as the desk sends it
  if (sent.version !== saved.version) return refusal(409, 'conflict')
  saved = { version: sent.version + 1, settings: sent.settings }
  return Response.json({ data: saved })
})
const puts = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PUT').length
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const drawn = (desk: ChartDesk) => desk.store.getState().history.now.map(({ id }) => id)
const ids = () => saved.settings.drawings.map(({ id }) => id)
const desks: ChartDesk[] = []
const stored = localStorage
const open = (user: string | null = 'wren', symbol = 'BTC') => {
  const desk = openDesk(symbol, user)
  desks.push(desk)
  return desk
}
/** The page is gone as in a crash: nothing is sent any more, and what this browser keeps stays. */
const crash = () => {
  fault = () => Response.error()
  for (const desk of desks.splice(0)) desk.close()
  vi.clearAllTimers()
}

beforeEach(() => {
  vi.useFakeTimers()
  notify.mockReset()
  fetched.mockClear()
  localStorage.clear()
  saved = { version: 0, settings: settings() }
  fault = null
  held = null
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  crash()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('begins with the volume where nothing was ever saved, and saves nothing by itself', async () => {
  const desk = open()
  await settle(60_000)
  expect(desk.store.getState()).toMatchObject({ save: 'saved', look: { indicators: [{ name: 'VOL' }] } })
  expect(puts()).toBe(0)
})

it('shows what the server has, and saves a change once it has settled', async () => {
  saved = { version: 7, settings: settings({ scale: 'log' }) }
  const desk = open()
  await settle()
  expect(desk.store.getState().look.scale).toBe('log')
  desk.changeLook({ scale: 'percent' })
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  expect(desk.store.getState()).toMatchObject({ save: 'waiting', look: { scale: 'percent' }, history: { now: [line('a')] } })
  await settle(SAVE_AFTER_MS)
  expect(saved).toEqual({ version: 8, settings: settings({ scale: 'percent', drawings: [line('a')] }) })
  expect(puts()).toBe(1)
  expect(desk.store.getState().save).toBe('saved')
  expect(localStorage).toHaveLength(0)
})

it('sends one save after the other, so that it never stands in its own way', async () => {
  const desk = open()
  await settle()
  held = []
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  await settle(SAVE_AFTER_MS)
  desk.changeDrawings((history) => putDrawing(history, line('b')))
  await settle(SAVE_AFTER_MS * 3)
  expect(puts()).toBe(1)
  const first = held
  held = null
  for (const answer of first) answer()
  await settle(SAVE_AFTER_MS)
  expect(ids()).toEqual(['a', 'b'])
  expect(notify).not.toHaveBeenCalled()
})

it('has the drawings of both windows when both have drawn', async () => {
  const [one, other] = [open(), open()]
  await settle()
  one.changeDrawings((history) => putDrawing(history, line('one')))
  other.changeDrawings((history) => putDrawing(history, line('other')))
  await settle(SAVE_AFTER_MS * 2)
  expect(ids().toSorted()).toEqual(['one', 'other'])
  expect(drawn(other).toSorted()).toEqual(['one', 'other'])
  expect(notify).toHaveBeenCalledExactlyOnceWith('info', expect.stringContaining('another window'))
})

it('undoes after a join only what was drawn here', async () => {
  const [one, other] = [open(), open()]
  await settle()
  one.changeDrawings((history) => putDrawing(history, line('one')))
  other.changeDrawings((history) => putDrawing(history, line('other')))
  await settle(SAVE_AFTER_MS * 2)
  other.changeDrawings(undo)
  await settle(SAVE_AFTER_MS)
  expect(ids()).toEqual(['one'])
})

it('shows at once what another window has saved', async () => {
  const desk = open()
  await settle()
  saved = { version: 1, settings: settings({ drawings: [line('theirs')] }) }
  dispatchEvent(new StorageEvent('storage', { key: 'aerie.chart.wren.BTC.other', newValue: null }))
  await settle()
  expect(drawn(desk)).toEqual(['theirs'])
  expect(puts()).toBe(0)
})

it('keeps here what the server cannot take now, and sends it again', async () => {
  const desk = open()
  await settle()
  fault = () => refusal(503, 'unavailable')
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  await settle(SAVE_AFTER_MS)
  expect(desk.store.getState().save).toBe('failed')
  fault = null
  await settle(RETRY_MS)
  expect(desk.store.getState().save).toBe('saved')
  expect(ids()).toEqual(['a'])
})

it('sends it as soon as the browser is online again', async () => {
  const desk = open()
  await settle()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  await settle(SAVE_AFTER_MS)
  expect(desk.store.getState().save).toBe('failed')
  dispatchEvent(new Event('online'))
  await settle()
  expect(ids()).toEqual(['a'])
})

it('has at the next visit what could not be saved at the last, and saves it on top of what came since', async () => {
  const desk = open()
  await settle()
  fault = () => refusal(503, 'unavailable')
  desk.changeDrawings((history) => putDrawing(history, line('mine')))
  await settle(SAVE_AFTER_MS)
  crash()
  const before = open()
  expect(drawn(before)).toEqual(['mine'])
  await settle()
  expect(before.store.getState().save).toBe('failed')
  crash()
  fault = null
  saved = { version: 3, settings: settings({ drawings: [line('theirs')] }) }
  const after = open()
  await settle()
  expect(ids()).toEqual(['theirs', 'mine'])
  expect(drawn(after)).toEqual(['theirs', 'mine'])
  expect(localStorage).toHaveLength(0)
})

it('loses neither of two windows that could not save and are both gone', async () => {
  const [one, other] = [open(), open()]
  await settle()
  fault = () => refusal(503, 'unavailable')
  one.changeDrawings((history) => putDrawing(history, line('one')))
  other.changeDrawings((history) => putDrawing(history, line('other')))
  await settle(SAVE_AFTER_MS)
  crash()
  fault = null
  open()
  await settle()
  expect(ids().toSorted()).toEqual(['one', 'other'])
})

it('deletes at the next visit what was deleted when the server was away', async () => {
  saved = { version: 2, settings: settings({ drawings: [line('a'), line('b')] }) }
  const desk = open()
  await settle()
  fault = () => refusal(503, 'unavailable')
  desk.changeDrawings((history) => removeDrawing(history, 'a'))
  crash()
  fault = null
  open()
  await settle()
  expect(ids()).toEqual(['b'])
})

it("shows nobody another user's unsaved drawings, nor those of another coin", async () => {
  const desk = open('wren')
  await settle()
  fault = () => refusal(503, 'unavailable')
  desk.changeDrawings((history) => putDrawing(history, line('mine')))
  crash()
  expect(drawn(open('robin'))).toEqual([])
  expect(drawn(open('wren', 'ETH'))).toEqual([])
  expect(drawn(open(null))).toEqual([])
  expect(drawn(open('wren'))).toEqual(['mine'])
})

it('saves what is waiting when the chart is closed', async () => {
  const desk = open()
  await settle()
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  desk.close()
  await settle()
  expect(ids()).toEqual(['a'])
  expect(localStorage).toHaveLength(0)
})

it('says why the server will not take it, keeps it, and tries no more by itself', async () => {
  const desk = open()
  await settle()
  fault = () => refusal(413, 'payload_too_large')
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  await settle(600_000)
  expect(puts()).toBe(1)
  expect(desk.store.getState()).toMatchObject({ save: 'refused', trouble: 'This is too large to send.' })
  expect(localStorage).toHaveLength(1)
})

it('can be drawn on before it is known what was saved', async () => {
  saved = { version: 4, settings: settings({ scale: 'log', drawings: [line('old')] }) }
  fault = () => refusal(503, 'unavailable')
  const desk = open()
  await settle()
  expect(desk.store.getState().save).toBe('unread')
  desk.changeDrawings((history) => putDrawing(history, line('new')))
  fault = null
  await settle(SAVE_AFTER_MS)
  expect(ids()).toEqual(['old', 'new'])
  expect(desk.store.getState().look.scale).toBe('log')
})

it('takes a server that was put back to an earlier state for no deletion', async () => {
  saved = { version: 9, settings: settings({ drawings: [line('a')] }) }
  const desk = open()
  await settle()
  saved = { version: 5, settings: settings() }
  desk.changeDrawings((history) => putDrawing(history, line('b')))
  await settle(SAVE_AFTER_MS)
  expect(ids()).toEqual(['a', 'b'])
})

it('keeps the chart of a guest in this browser, asks no server, and has it again the next time', async () => {
  open(null).changeDrawings((history) => putDrawing(history, line('a')))
  expect(open(null).store.getState()).toMatchObject({ save: 'local', history: { now: [line('a')] } })
  await settle()
  expect(fetched).not.toHaveBeenCalled()
})

it('begins anew where what was kept cannot be read', () => {
  localStorage.setItem('aerie.chart.guest.BTC.kept', '{')
  expect(drawn(open(null))).toEqual([])
})

it('says so where this browser keeps nothing', async () => {
  const desk = open()
  await settle()
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem, getItem: () => null, removeItem: () => undefined })
  desk.changeDrawings((history) => putDrawing(history, line('a')))
  expect(desk.store.getState().isFragile).toBe(true)
  await settle(SAVE_AFTER_MS)
  expect(desk.store.getState()).toMatchObject({ isFragile: false, save: 'saved' })
  vi.stubGlobal('localStorage', stored)
})
