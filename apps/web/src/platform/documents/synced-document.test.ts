import type { Watchlists } from '@aerie/wire/workspace/workspace'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NOTES, WATCHLISTS } from './document-specs.ts'
import { RETRY_MS, SAVE_AFTER_MS, SyncedDocument } from './synced-document.ts'

type Body = Watchlists
const refusal = (status: number, code: string, detail = '') =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, code, detail }), { status })

let saved: { version: number; body: Body | null }
let versions: number
const save = (body: Body) => {
  versions += 1
  saved = { version: versions, body }
}
/** Overrides the server's response; `lost` applies the save but never responds. */
let fault: (() => Response) | 'lost' | null
let held: (() => void)[] | null
const answer = (init: RequestInit | undefined): Response => {
  if (init?.method !== 'PUT') return Response.json({ data: { ...saved, updated_at: null } })
  const sent: { version: number; body: Body } = JSON.parse(String(init.body))
  const isRepeat = JSON.stringify(sent.body) === JSON.stringify(saved.body)
  if (sent.version !== saved.version && !isRepeat) return refusal(409, 'conflict')
  if (sent.version === saved.version) save(sent.body)
  return Response.json({ data: { version: saved.version, updated_at: 1 } })
}
const fetched = vi.fn<typeof fetch>(async (_, init) => {
  if (held !== null) await new Promise<void>((resolve) => held?.push(resolve))
  if (fault === 'lost') {
    answer(init)
    return Response.error()
  }
  return fault === null ? answer(init) : fault()
})
const puts = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PUT').length
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

type Document = SyncedDocument<Body>
let opened: Pick<Document, 'close'>[]
const open = (owner = 'wren'): Document => {
  const document = new SyncedDocument<Body>({ kind: 'watchlists', name: 'main', owner, spec: WATCHLISTS })
  opened.push(document)
  document.open()
  return document
}
/** Simulates a crash: no more requests; the browser's storage remains. */
const crash = () => {
  for (const document of opened.splice(0)) document.close()
}
const list = (...symbols: string[]): Body => ({ lists: [{ id: 'a', name: 'Mine', symbols }] })
const symbolsOf = (body: Body | null) => body?.lists.flatMap((each) => each.symbols) ?? []
const add = (symbol: string) => (old: Body) => {
  const symbols = symbolsOf(old)
  return list(...symbols.filter((each) => each !== symbol), symbol)
}
const remove = (symbol: string) => (old: Body) => list(...symbolsOf(old).filter((each) => each !== symbol))
const shown = (document: Document) => symbolsOf(document.store.getState().value)
const saving = (document: Document) => document.store.getState().saving

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  localStorage.clear()
  opened = []
  saved = { version: 0, body: null }
  versions = 0
  fault = null
  held = null
})
afterEach(() => {
  crash()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('loads, with the defaults of its kind when nothing was saved', async () => {
  const document = open()
  expect(document.store.getState()).toMatchObject({ state: 'loading', value: null })
  await settle()
  expect(document.store.getState()).toMatchObject({ state: 'ready', value: { lists: [] }, saving: 'saved' })
})

it('shows a change at once, and sends the last of several after 400 ms', async () => {
  const document = open()
  await settle()
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS - 1)
  document.change(add('ETH'))
  expect(shown(document)).toEqual(['BTC', 'ETH'])
  expect(saving(document)).toBe('saving')
  await settle(SAVE_AFTER_MS - 1)
  expect(puts()).toBe(0)
  await settle(1)
  expect(puts()).toBe(1)
  expect(saved.body).toEqual(list('BTC', 'ETH'))
  expect(saving(document)).toBe('saved')
  expect(localStorage).toHaveLength(0)
})

it('saves within five seconds however often it changes', async () => {
  const document = open()
  await settle()
  for (let index = 0; index < 60; index += 1) {
    document.change(add(`C${index}`))
    await settle(100)
  }
  expect(puts()).toBeGreaterThanOrEqual(1)
  expect(symbolsOf(saved.body)).toContain('C40')
})

it('reapplies its change to what another window saved meanwhile', async () => {
  const document = open()
  await settle()
  save(list('SOL'))
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS)
  expect(saved.body).toEqual(list('SOL', 'BTC'))
  expect(shown(document)).toEqual(['SOL', 'BTC'])
})

it('reloads when notified that another window has saved, but not on its own save', async () => {
  const document = open()
  await settle()
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS)
  const calls = fetched.mock.calls.length
  document.refresh(saved.version)
  await settle()
  expect(fetched).toHaveBeenCalledTimes(calls)
  save(list('BTC', 'XRP'))
  document.refresh(versions)
  await settle()
  expect(shown(document)).toEqual(['BTC', 'XRP'])
})

it('is empty again when notified that another window has deleted it', async () => {
  save(list('BTC'))
  const document = open()
  await settle()
  saved = { version: 0, body: null }
  document.refresh(0)
  await settle()
  expect(shown(document)).toEqual([])
})

it('reports that the server is unreachable, keeps the change, and sends it by itself later', async () => {
  const document = open()
  await settle()
  fault = () => Response.error()
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS)
  expect(saving(document)).toBe('offline')
  expect(shown(document)).toEqual(['BTC'])
  fault = null
  await settle(RETRY_MS)
  expect(saved.body).toEqual(list('BTC'))
  expect(saving(document)).toBe('saved')
})

it('keeps unsaved changes across a reload, and merges them with what was saved meanwhile', async () => {
  save(list('BTC', 'ETH'))
  const before = open()
  await settle()
  fault = () => Response.error()
  before.change(add('SOL'))
  before.change(remove('ETH'))
  await settle(SAVE_AFTER_MS)
  crash()
  const after = open()
  expect(shown(after)).toEqual(['BTC', 'SOL'])
  save(list('BTC', 'ETH', 'ADA'))
  fault = null
  await settle(RETRY_MS)
  expect(new Set(symbolsOf(saved.body))).toEqual(new Set(['BTC', 'SOL', 'ADA']))
  expect(new Set(shown(after))).toEqual(new Set(['BTC', 'SOL', 'ADA']))
})

it('never hands one user’s unsaved changes to another user', async () => {
  const document = open()
  await settle()
  fault = () => Response.error()
  document.change(add('SOL'))
  crash()
  fault = null
  const other = open('robin')
  await settle(RETRY_MS)
  expect(shown(other)).toEqual([])
  expect(puts()).toBe(0)
})

/** The response to an append is lost: applying it twice would be visible. */
async function unanswered(): Promise<ReturnType<typeof open>> {
  const document = open()
  await settle()
  fault = 'lost'
  document.change((old) => list(...symbolsOf(old), `N${symbolsOf(old).length}`))
  await settle(SAVE_AFTER_MS)
  return document
}

it('applies a change once when its response was lost', async () => {
  save(list('BTC'))
  const document = await unanswered()
  document.change(add('ETH'))
  fault = null
  await settle(RETRY_MS * 2)
  expect(symbolsOf(saved.body)).toEqual(['BTC', 'N1', 'ETH'])
})

it('merges what was sent, and perhaps arrived, with what another window saved meanwhile', async () => {
  const document = await unanswered()
  save(list('N0', 'SOL'))
  document.change(add('ETH'))
  fault = null
  await settle(RETRY_MS * 2)
  expect(symbolsOf(saved.body)).toEqual(['N0', 'SOL', 'ETH'])
})

it('does not restore what was deleted here after a save without a response', async () => {
  const document = open()
  await settle()
  fault = () => Response.error()
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS)
  document.discard()
  fault = null
  document.refresh(0)
  await settle(RETRY_MS * 2)
  expect([shown(document), saved.body]).toEqual([[], null])
})

it.each([
  ['a', 50_000, true],
  ['ж', 50_000, false],
])('counts bytes when requesting keepalive for a page that is being left: %s', async (letter, length, isKept) => {
  const document = new SyncedDocument({ kind: 'notes', name: 'main', owner: 'wren', spec: NOTES })
  opened.push(document)
  document.open()
  await settle()
  document.change((notes) => ({ ...notes, general: { text: letter.repeat(length), changed_at: 1 } }))
  await settle(SAVE_AFTER_MS)
  expect(fetched.mock.calls.find(([, init]) => init?.method === 'PUT')?.[1]?.keepalive).toBe(isKept)
})

it('reports why the server rejects it, keeps it, and retries with the next change', async () => {
  const document = open()
  await settle()
  fault = () => refusal(422, 'rule_broken', 'Too many.')
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS)
  expect(document.store.getState()).toMatchObject({ saving: 'refused', trouble: 'Too many.' })
  const calls = puts()
  await settle(10 * RETRY_MS)
  expect(puts()).toBe(calls)
  fault = null
  document.change(add('ETH'))
  await settle(SAVE_AFTER_MS)
  expect(saved.body).toEqual(list('BTC', 'ETH'))
})

it('is in a failed state when it could not be loaded, and retries by itself', async () => {
  fault = () => refusal(503, 'unavailable')
  const document = open()
  await settle()
  expect(document.store.getState()).toMatchObject({ state: 'failed', value: null })
  fault = null
  await settle(RETRY_MS)
  expect(document.store.getState()).toMatchObject({ state: 'ready' })
})

it('reports that the change is stored nowhere when this browser refuses storage too', async () => {
  const document = open()
  await settle()
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...localStorage, setItem: full, removeItem: () => undefined, clear: () => undefined })
  document.change(add('BTC'))
  expect(document.store.getState().isFragile).toBe(true)
})

it('combines very many changes into one without losing any', async () => {
  const document = open()
  await settle()
  fault = () => Response.error()
  for (let index = 0; index < 150; index += 1) document.change(add(`C${index}`))
  await settle(SAVE_AFTER_MS)
  save(list('BTC'))
  fault = null
  await settle(RETRY_MS * 4)
  expect(symbolsOf(saved.body)).toHaveLength(151)
})

it('sends and stores nothing once another user is logged in', async () => {
  const document = open()
  await settle()
  held = []
  document.change(add('BTC'))
  await settle(SAVE_AFTER_MS)
  localStorage.clear()
  document.close()
  for (const release of held.splice(0)) release()
  await settle(10 * RETRY_MS)
  document.change(add('ETH'))
  expect(localStorage).toHaveLength(0)
})

it('sends no more requests once closed, even if notified of a newer version meanwhile', async () => {
  save(list('BTC'))
  held = []
  const document = open()
  await settle()
  document.refresh(versions)
  document.close()
  const release = held
  held = null
  for (const each of release) each()
  await settle()
  expect(fetched).toHaveBeenCalledTimes(1)
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), window: fc.nat(1), coin: fc.nat(30) }),
  fc.record({ kind: fc.constant('remove' as const), window: fc.nat(1), coin: fc.nat(30) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 100, 400, 3000) }),
  fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom('none', 'offline', 'lost', 'busy') }),
  fc.record({ kind: fc.constant('reload' as const), window: fc.nat(1) }),
  fc.record({ kind: fc.constant('refresh' as const), window: fc.nat(1) }),
)
const FAULTS = { none: null, offline: () => Response.error(), lost: 'lost', busy: () => refusal(503, 'unavailable') } as const

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** `expected` is the final list: each window adds and removes only its own coins. */
async function take(each: Step, windows: Document[], expected: Set<string>): Promise<void> {
  if (each.kind === 'wait') return void (await settle(each.ms))
  if (each.kind === 'fault') {
    fault = FAULTS[each.fault]
    return
  }
  if (each.kind === 'refresh') return windows[each.window]?.refresh(saved.version)
  if (each.kind === 'reload') {
    windows[each.window]?.close()
    windows[each.window] = open()
    return
  }
  const symbol = `${each.window === 0 ? 'A' : 'B'}${each.coin}`
  windows[each.window]?.change(each.kind === 'add' ? add(symbol) : remove(symbol))
  if (each.kind === 'add') expected.add(symbol)
  else expected.delete(symbol)
}

it('never loses an added coin, and converges across windows and server, whatever happens in between', async () => {
  const run = async (steps: Step[]) => {
    localStorage.clear()
    saved = { version: 0, body: null }
    fault = null
    const windows = [open(), open()]
    await settle()
    const expected = new Set<string>()
    for (const each of steps) await take(each, windows, expected)
    fault = null
    await settle(200_000)
    for (const window of windows) window.refresh()
    await settle(200_000)
    const found = new Set(symbolsOf(saved.body))
    // A new window adopts another's unsent changes; a coin the other one removes later may reappear.
    const isExact = steps.every(({ kind }) => kind !== 'reload')
    expect(isExact ? found : new Set([...expected].filter((symbol) => found.has(symbol)))).toEqual(expected)
    expect(windows.map((window) => new Set(shown(window)))).toEqual([found, found])
    expect(windows.map(saving)).toEqual(['saved', 'saved'])
    crash()
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), run), { numRuns: 300 })
})
