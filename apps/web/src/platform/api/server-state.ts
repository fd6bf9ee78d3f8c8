import { SECOND_MS } from '@aerie/core/time'
import { singleFlight } from '@aerie/runtime/coalesce'
import { timer } from '@aerie/runtime/ticker'
import { problem } from '@aerie/wire/problem'
import * as z from 'zod/mini'
import { create } from 'zustand'

export type ServerState =
  | { readonly kind: 'ready' }
  | {
      /** away: no response. starting: it responds 503, to everything or for a part that is still starting. */
      readonly kind: 'away' | 'starting'
      readonly detail: string
      /** Epoch ms. */
      readonly since: number
      /** Time of the next poll, by `performance.now()`; null while polling. */
      readonly nextAt: number | null
    }

export const ASK_EVERY_MS = 2 * SECOND_MS
/** Timeout: a server may accept connections but never respond. */
const ANSWER_WITHIN_MS = 4 * SECOND_MS
const LONGEST_WAIT_MS = 30 * SECOND_MS
/** A starting part matters only while requests fail because of it; the slowest of these are retried every 30 s. */
const FAILED_LATELY_MS = 35 * SECOND_MS
const READY: ServerState = { kind: 'ready' }

export const useServerState = create<ServerState>(() => READY)

export const isServerReady = (): boolean => useServerState.getState().kind === 'ready'
export const useIsServerReady = (): boolean => useServerState(({ kind }) => kind === 'ready')

export const onServerChange = (listener: (isReady: boolean) => void): (() => void) =>
  useServerState.subscribe(({ kind }, before) => {
    if ((kind === 'ready') !== (before.kind === 'ready')) listener(kind === 'ready')
  })

/** Status codes of an unavailable server or of a proxy before it; 0 is no response. */
export const isAwayStatus = (status: number): boolean => status === 0 || (status >= 502 && status <= 504)

export const { askServer, noteAnswer, noteConnection, watchServer } = createServerWatch()

function createServerWatch() {
  let isWatched = false
  const { run: askServer } = singleFlight(ask)
  const retry = timer()
  let failedAt = Number.NEGATIVE_INFINITY

  function noteAnswer(status: number): void {
    if (!isWatched) return
    const { kind } = useServerState.getState()
    if (isAwayStatus(status)) failedAt = performance.now()
    if (isAwayStatus(status) ? kind === 'ready' : kind === 'away') void askServer()
  }

  /** Called when the live connection opens or is lost: there may be no request that would detect it. */
  function noteConnection(isUp: boolean): void {
    const { kind } = useServerState.getState()
    if (isWatched && (isUp ? kind === 'away' : kind === 'ready')) void askServer()
  }

  /** Polls after failed requests, network changes and when the page becomes visible. Call once at start. */
  function watchServer(): void {
    isWatched = true
    const askUnlessReady = (): void => {
      if (!document.hidden && !isServerReady()) void askServer()
    }
    addEventListener('online', askUnlessReady)
    document.addEventListener('visibilitychange', askUnlessReady)
    addEventListener('offline', () => void askServer())
  }

  async function ask(): Promise<void> {
    retry.stop()
    const before = useServerState.getState()
    if (before.kind !== 'ready') useServerState.setState({ nextAt: null })
    const { kind, detail = '', waitMs = ASK_EVERY_MS } = await readStatus(failedAt)
    if (kind === 'ready') return useServerState.setState(READY, true)
    const wait = Math.min(Math.max(waitMs, SECOND_MS), LONGEST_WAIT_MS)
    const since = before.kind === 'ready' ? Date.now() : before.since
    useServerState.setState({ kind, detail, since, nextAt: performance.now() + wait }, true)
    retry.start(wait, () => document.hidden || void askServer())
  }

  return { askServer, noteAnswer, noteConnection, watchServer }
}

type Reading = { readonly kind: ServerState['kind']; readonly detail?: string | undefined; readonly waitMs?: number | undefined }

const status = z.object({ data: z.object({ parts: z.array(z.object({ health: z.string(), detail: z.string() })) }) })

/** @param failedAt when a request last failed, by `performance.now()` */
async function readStatus(failedAt: number): Promise<Reading> {
  const answer = await fetch('/api/v1/status', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null)
  if (answer === null || answer.status === 502 || answer.status === 504) return { kind: 'away' }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status === 503)
    return { kind: 'starting', detail: z.safeParse(problem, body).data?.detail, waitMs: retryAfterMs(answer.headers) }
  const part = z.safeParse(status, body).data?.data.parts.find(({ health }) => health === 'starting')
  if (part === undefined || performance.now() - failedAt > FAILED_LATELY_MS) return { kind: 'ready' }
  return { kind: 'starting', detail: part.detail }
}

export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
