import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { portOf } from '@aerie/testkit/port-of'
import { build } from 'esbuild'

/**
 * A mirror window without the rest of the product: the real session on BroadcastChannel and Web Locks. `open(user)` joins, `lead()` claims;
 * the page shows what it receives and when it was painted.
 */
const SCRIPT = `
import { broadcastBus } from '@aerie/mirror/bus'
import { MirrorSession } from '@aerie/mirror/mirror-session'
import { instrumentContextOf } from '@aerie/mirror/shared-view'

// A popup reads its opener's clock: two windows, one clock.
const { performance: timer } = window.opener ?? window
const now = () => timer.timeOrigin + timer.now()
const clock = { now: Date.now, after: (ms, work) => { const due = setTimeout(work, ms); return () => clearTimeout(due) } }
const store = { read: (key) => localStorage.getItem(key), write: (key, value) => localStorage.setItem(key, value) }
const channel = (symbol) => ({ instrument: { symbol, label: symbol }, interval: '1h', hours: 24, range: null })

const show = (it, symbol) => {
  document.title = document.body.textContent = symbol
  requestAnimationFrame(() => { const frame = new MessageChannel(); frame.port1.onmessage = () => it.painted.push([symbol, now()]); frame.port2.postMessage(0) })
}

window.open_ = (user) => {
  const from = crypto.randomUUID()
  const it = { painted: [], cursors: 0, ledAt: null, session: null }
  it.session = new MirrorSession({
    bus: broadcastBus('aerie-mirror-' + user), locks: navigator.locks, store, clock, user, session: crypto.randomUUID(), from,
    window: { id: crypto.randomUUID(), place: 'main', openedAt: Date.now(), isFullscreen: false, isDetached: false },
    on: {
      shared: (view, change) => {
        if (change.type === 'cursor') { it.cursors += 1; document.body.style.setProperty('--x', change.at.time); return }
        const symbol = view.channels.get(1)?.instrument.symbol
        show(it, symbol)
      },
      fragment: () => undefined, logout: () => undefined, state: () => undefined,
      lead: () => { it.ledAt ??= now(); it.session.shareAll({ channels: new Map([[1, channel('BTC')]]), layout: null }) },
      error: (error) => console.error(error),
    },
  })
  return it
}
window.select_ = (it, symbol) => { const at = now(); it.session.publish({ type: 'instrument', channel: 1, context: instrumentContextOf({ symbol, label: symbol }) }); show(it, symbol); return at }
window.now_ = now
`

export type MirrorStage = { readonly url: string; readonly close: () => Promise<void> }

export async function openMirrorStage(): Promise<MirrorStage> {
  const bundle = await build({
    stdin: { contents: SCRIPT, resolveDir: fileURLToPath(new URL('../../apps/web/src', import.meta.url)), loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
  })
  const script = bundle.outputFiles[0]?.text ?? ''
  const server = createServer((request, response) => {
    const isScript = request.url === '/stage.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? script : '<!doctype html><title>stage</title><body><script src="/stage.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Session = {
  readonly isLeader: boolean
  readonly state: () => { readonly leader: string | null; readonly role: string }
  readonly publish: (change: unknown) => boolean
  readonly lead: () => void
  readonly close: () => void
}
export type StageWindow = {
  readonly painted: Array<[symbol: string, at: number]>
  cursors: number
  readonly ledAt: number | null
  readonly session: Session
}
declare global {
  interface Window {
    open_: (user: string) => StageWindow
    select_: (window: StageWindow, symbol: string) => number
    now_: () => number
    own_: StageWindow
  }
}
