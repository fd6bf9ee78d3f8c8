import { SECOND_MS } from '@aerie/core/time'
import { problem } from '@aerie/wire/problem'
import * as z from 'zod/mini'
import { create } from 'zustand'

/** Whether the server serves this page. Found out by asking it after a request has failed. */
export type ServerState =
  | { readonly kind: 'ready' }
  | {
      /** away: no answer. starting: it answers 503, to everything or to requests for a part that is still starting. */
      readonly kind: 'away' | 'starting'
      /** What is starting, in the server's words; empty where it did not say. */
      readonly detail: string
      /** Epoch ms. */
      readonly since: number
      /** When it is asked again, on the clock of `performance.now()`; null while it is being asked. */
      readonly nextAt: number | null
    }

/** How often a server that is not ready is asked, unless it names a time itself. */
export const ASK_EVERY_MS = 2 * SECOND_MS
/** Something may accept connections and never answer. */
const ANSWER_WITHIN_MS = 4 * SECOND_MS
const LONGEST_WAIT_MS = 30 * SECOND_MS
/** A starting part matters only while requests fail because of it; the slowest of these are repeated every 30 s. */
const FAILED_LATELY_MS = 35 * SECOND_MS
const READY: ServerState = { kind: 'ready' }

/** State only; the functions below change it. */
export const useServerState = create<ServerState>(() => READY)

export const isServerReady = (): boolean => useServerState.getState().kind === 'ready'
export const useIsServerReady = (): boolean => useServerState(({ kind }) => kind === 'ready')

/** Calls `listener` when the server stops being ready, and when it is ready again. @returns how to stop */
export const onServerChange = (listener: (isReady: boolean) => void): (() => void) =>
  useServerState.subscribe(({ kind }, before) => {
    if ((kind === 'ready') !== (before.kind === 'ready')) listener(kind === 'ready')
  })

let isWatched = false
let asking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failedAt = Number.NEGATIVE_INFINITY

/** Whether a server that is away or starting, or a proxy in front of it, answers with this status; 0 is no answer. */
export const isAwayStatus = (status: number): boolean => status === 0 || (status >= 502 && status <= 504)

/** Called with the status of every answer of the API, 0 for none. */
export function noteAnswer(status: number): void {
  if (!isWatched) return
  const { kind } = useServerState.getState()
  if (isAwayStatus(status)) failedAt = performance.now()
  if (isAwayStatus(status) ? kind === 'ready' : kind === 'away') void askServer()
}

/** Called when the live connection comes up or is lost: no request may be under way that would find out. */
export function noteConnection(isUp: boolean): void {
  const { kind } = useServerState.getState()
  if (isWatched && (isUp ? kind === 'away' : kind === 'ready')) void askServer()
}

/** Asks the server now whether it is ready, and again until it is. */
export function askServer(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

/** Asks after each failure of a request, when the network comes or goes, and when the page is looked at again. Called once at start. */
export function watchServer(): void {
  isWatched = true
  const askUnlessReady = (): void => {
    if (!document.hidden && !isServerReady()) void askServer()
  }
  addEventListener('online', askUnlessReady)
  document.addEventListener('visibilitychange', askUnlessReady)
  addEventListener('offline', () => void askServer())
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  const before = useServerState.getState()
  if (before.kind !== 'ready') useServerState.setState({ nextAt: null })
  const { kind, detail = '', waitMs = ASK_EVERY_MS } = await readStatus()
  if (kind === 'ready') return useServerState.setState(READY, true)
  const wait = Math.min(Math.max(waitMs, SECOND_MS), LONGEST_WAIT_MS)
  const since = before.kind === 'ready' ? Date.now() : before.since
  useServerState.setState({ kind, detail, since, nextAt: performance.now() + wait }, true)
  timer = setTimeout(() => document.hidden || void askServer(), wait)
}

type Reading = { readonly kind: ServerState['kind']; readonly detail?: string | undefined; readonly waitMs?: number | undefined }

const status = z.object({ data: z.object({ parts: z.array(z.object({ health: z.string(), detail: z.string() })) }) })

async function readStatus(): Promise<Reading> {
  const answer = await fetch('/api/v1/status', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null)
  if (answer === null || answer.status === 502 || answer.status === 504) return { kind: 'away' }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status === 503)
    return { kind: 'starting', detail: z.safeParse(problem, body).data?.detail, waitMs: retryAfterMs(answer.headers) }
  const part = z.safeParse(status, body).data?.data.parts.find(({ health }) => health === 'starting')
  if (part === undefined || performance.now() - failedAt > FAILED_LATELY_MS) return { kind: 'ready' }
  return { kind: 'starting', detail: part.detail }
}

/** The wait that an answer asks for, in seconds or by a date; undefined where it asks for none. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
