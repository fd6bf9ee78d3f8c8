import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SOURCE = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const ORIGIN = 'https://aerie.example'
type Shown = { readonly title: string; readonly body: string; readonly tag: string; readonly data: { readonly path: string } }
type WorkerEvent = Readonly<Record<string, unknown>> & { readonly waitUntil: (work: unknown) => void }

function worker(open: readonly string[] = []) {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const shown: Shown[] = []
  const went: string[] = []
  const windows = open.map((path) => ({
    url: `${ORIGIN}${path}`,
    focus: async () => void went.push(`focus ${path}`),
    navigate: async (to: string) => void went.push(`${path} to ${to}`),
  }))
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: WorkerEvent) => void) => listeners.set(name, listener),
    registration: { showNotification: async (title: string, rest: Omit<Shown, 'title'>) => void shown.push({ title, ...rest }) },
    clients: { matchAll: async () => windows, openWindow: async (path: string) => void went.push(`new ${path}`) },
  }
  runInNewContext(SOURCE, { self, URL, Date })
  const dispatch = async (name: string, event: object): Promise<void> => {
    const work: unknown[] = []
    listeners.get(name)?.({ ...event, waitUntil: (promise) => void work.push(promise) })
    await Promise.all(work)
  }
  return {
    listeners,
    shown,
    went,
    push: (text: string | null) => dispatch('push', { data: text === null ? null : { json: (): unknown => JSON.parse(text) } }),
    click: (path: unknown) => dispatch('notificationclick', { notification: { close: () => undefined, data: { path } } }),
  }
}

describe('the push message worker', () => {
  it('handles no fetch, so that no part of the app can become stale in it', () => {
    expect([...worker().listeners.keys()].toSorted()).toEqual(['activate', 'install', 'notificationclick', 'push'])
  })

  it('shows a message of the agreed format', async () => {
    const { push, shown } = worker()
    const message = {
      title: 'BTC above 70,000',
      body: 'BTC above 70,000: 70,001.',
      tag: 'f1',
      url: '/tradealerts',
      at: '2026-11-22T10:42:00Z',
    }
    await push(JSON.stringify(message))
    expect(shown).toMatchObject([{ title: message.title, body: message.body, tag: 'f1', data: { path: '/tradealerts' } }])
  })

  it.each([null, '', 'not json', 'null', '7', '"text"', '[]', '{"title":{"a":1},"body":7,"at":[]}'])(
    'shows one message, in plain language, for %j',
    async (text) => {
      const { push, shown } = worker()
      await push(text)
      expect(shown).toMatchObject([{ title: 'Trade alert', body: 'One of your alerts fired.', data: { path: '/tradealerts' } }])
    },
  )

  it('truncates long texts', async () => {
    const { push, shown } = worker()
    await push(JSON.stringify({ title: 'x'.repeat(9_000), body: 'y'.repeat(9_000) }))
    expect([shown[0]?.title.length, shown[0]?.body.length]).toEqual([120, 400])
  })

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', '/api/v1/auth/logout', '/docs', 7, null])(
    'opens its own page if a message names %j',
    async (path) => {
      const { click, went } = worker()
      await click(path)
      expect(went).toEqual(['new /tradealerts'])
    },
  )

  it.each([
    ['the window that shows it already', ['/', '/tradealerts'], ['focus /tradealerts']],
    ['another window, but no mirror', ['/mirror/1', '/claw'], ['focus /claw', '/claw to /tradealerts']],
    ['a new one', ['/mirror/1'], ['new /tradealerts']],
  ])('opens the page in %s', async (_what, open, expected) => {
    const { click, went } = worker(open)
    await click('/tradealerts')
    expect(went).toEqual(expected)
  })
})
