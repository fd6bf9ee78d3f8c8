import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDesk, SAVE_AFTER_MS } from './chart-desk.ts'
import { putDrawing } from './drawing-history.ts'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../ui/toast.ts', () => ({ notify, clearToasts: () => undefined }))
const fetched = vi.fn<typeof fetch>()
const answer = (data: unknown) => new Response(JSON.stringify({ data }))
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, code, detail: '', instance: '/', errors: {} }), { status })
const settings = (changes: object = {}) => ({
  interval: '1h',
  scale: 'linear',
  indicators: [],
  compare: [],
  showForecast: true,
  drawings: [],
  ...changes,
})
const line = { id: 'a', kind: 'horizontal' as const, points: [{ price: 5 }], locked: false }
const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PUT').map(([, init]) => JSON.parse(String(init?.body)))

beforeEach(() => {
  vi.useFakeTimers()
  notify.mockReset()
  fetched.mockReset()
  localStorage.clear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('begins with the volume where nothing was ever saved', async () => {
  fetched.mockResolvedValue(answer({ version: 0, settings: settings() }))
  const desk = openDesk('BTC', true)
  await vi.advanceTimersByTimeAsync(0)
  expect(desk.store.getState()).toMatchObject({ save: 'saved', look: { indicators: [{ name: 'VOL' }] } })
})

it('shows what the server has, and saves a change once it has settled, on top of that version', async () => {
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'PUT'
      ? answer({ ...JSON.parse(String(init.body)), version: 8 })
      : answer({ version: 7, settings: settings({ scale: 'log' }) }),
  )
  const desk = openDesk('BTC', true)
  await vi.advanceTimersByTimeAsync(0)
  expect(desk.store.getState().look.scale).toBe('log')
  desk.changeLook({ scale: 'percent' })
  desk.changeDrawings((history) => putDrawing(history, line))
  expect(desk.store.getState()).toMatchObject({ save: 'waiting', look: { scale: 'percent' }, history: { now: [line] } })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(sent()).toEqual([{ version: 7, settings: settings({ scale: 'percent', drawings: [line] }) }])
  expect(desk.store.getState().save).toBe('saved')
})

it('takes the newer version of another window, and says so', async () => {
  let version = 1
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'PUT' ? refusal(409, 'conflict') : answer({ version: version++, settings: settings({ drawings: [line] }) }),
  )
  const desk = openDesk('BTC', true)
  await vi.advanceTimersByTimeAsync(0)
  desk.changeDrawings(() => ({ past: [], now: [], future: [] }))
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS + 1)
  expect(desk.store.getState()).toMatchObject({ save: 'saved', history: { now: [line] } })
  expect(notify).toHaveBeenCalledWith('info', expect.stringContaining('another window'))
})

it('keeps in this browser what the server cannot take now, and sends it again', async () => {
  let isDown = true
  fetched.mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return answer({ version: 1, settings: settings() })
    return isDown ? refusal(503, 'unavailable') : answer({ version: 2, settings: settings({ scale: 'log' }) })
  })
  const desk = openDesk('BTC', true)
  await vi.advanceTimersByTimeAsync(0)
  desk.changeLook({ scale: 'log' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(desk.store.getState().save).toBe('failed')
  expect(localStorage.getItem('aerie.chart.BTC')).toContain('"scale":"log"')
  isDown = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(desk.store.getState().save).toBe('saved')
})

it('keeps the chart of a guest in this browser, asks no server, and has it again the next time', () => {
  openDesk('BTC', false).changeDrawings((history) => putDrawing(history, line))
  const again = openDesk('BTC', false)
  expect(again.store.getState()).toMatchObject({ save: 'local', history: { now: [line] } })
  expect(fetched).not.toHaveBeenCalled()
})

it('begins anew where what was kept cannot be read', () => {
  localStorage.setItem('aerie.chart.BTC', '{')
  expect(openDesk('BTC', false).store.getState().history.now).toEqual([])
})
