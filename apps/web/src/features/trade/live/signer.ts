import * as z from 'zod/mini'
import { create } from 'zustand'
import { useSession } from '../../../session/session.ts'
import { watchAway, watchLock } from './seed-guard.ts'
import { SignerFault, type SignerFaultCode } from './signer-core.ts'
import { type SignerReply, type SignerRequest, signerReply } from './signer-messages.ts'
import { openWorker } from './worker-address.ts'

/** The seed is forgotten after so long without an order. */
export const FORGET_AFTER_MS = 10 * 60_000
/** A worker that does not answer is ended. */
const ANSWER_MS = 20_000
/** The signer's file is not waited for longer. */
const FILE_MS = 30_000

type SignerState = { readonly isReady: boolean }

/** Whether a seed is in the worker's memory. State only; the functions below change it. */
export const useSigner = create<SignerState>(() => ({ isReady: false }))

type Asked = SignerRequest extends infer One ? (One extends { readonly id: number } ? Omit<One, 'id'> : never) : never
type Waiting = { readonly resolve: (reply: SignerReply) => void; readonly reject: (error: unknown) => void }

let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined
let away: ReturnType<typeof watchAway> | undefined
let lock: AbortController | undefined
let count = 0
const waiting = new Map<number, Waiting>()

/** Ends the worker, and with it the seed: no memory of it is left. @throws never */
export function forgetSeed(): void {
  clearTimeout(idle)
  away?.stop()
  away = undefined
  lock?.abort()
  worker?.terminate()
  worker = null
  for (const { reject } of waiting.values()) reject(new SignerFault('no-seed'))
  waiting.clear()
  useSigner.setState({ isReady: false })
}

/** Forgotten when nobody has signed for a while; counted anew from now. */
function stayAwake(): void {
  clearTimeout(idle)
  idle = setTimeout(forgetSeed, FORGET_AFTER_MS)
}

/** Asks a worker that is still the present one: what was meant for another must not reach it. */
async function ask(own: Worker | null, asked: Asked, transfer: Transferable[] = []): Promise<SignerReply> {
  if (own === null || own !== worker) throw new SignerFault('no-seed')
  count += 1
  const id = count
  const { promise, resolve, reject } = Promise.withResolvers<SignerReply>()
  waiting.set(id, { resolve, reject })
  const limit = setTimeout(forgetSeed, ANSWER_MS)
  own.postMessage({ ...asked, id }, transfer)
  const reply = await promise.finally(() => {
    clearTimeout(limit)
    waiting.delete(id)
  })
  if (!reply.ok) throw new SignerFault(reply.code)
  return reply
}

function hear({ data }: MessageEvent<unknown>): void {
  const reply = z.safeParse(signerReply, data)
  if (reply.success) waiting.get(reply.data.id)?.resolve(reply.data)
}

/** The operator's file as the server gives it. @throws SignerFault no-file where it does not, in time */
async function readSigner(): Promise<Uint8Array<ArrayBuffer>> {
  const { token } = useSession.getState()
  try {
    const answer = await fetch('/api/v1/account/apex/signer', {
      headers: { authorization: `Bearer ${token ?? ''}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(FILE_MS),
    })
    if (!answer.ok) throw new SignerFault('no-file')
    return new Uint8Array(await answer.arrayBuffer())
  } catch {
    throw new SignerFault('no-file')
  }
}

type Keeping = {
  /** SHA-256 of the signer's file, as the server pins it. */
  readonly sha256: string
  /** Whether a locked screen ends it, where the browser may tell. */
  readonly isLockWatched: boolean
}

/**
 * Loads the signer into a worker of its own and gives it the seed, which this page then no longer holds.
 *
 * @param seed its bytes are moved, not copied
 * @throws SignerFault
 */
export async function keepSeed(seed: Uint8Array<ArrayBuffer>, { sha256, isLockWatched }: Keeping): Promise<void> {
  forgetSeed()
  let own: Worker | null = null
  try {
    own = openWorker()
    worker = own
    away = watchAway(forgetSeed)
    lock = new AbortController()
    if (isLockWatched) void watchLock(forgetSeed, lock.signal)
    own.addEventListener('message', hear)
    own.addEventListener('error', forgetSeed)
    const bytes = await readSigner()
    await ask(own, { kind: 'load', bytes, sha256 }, [bytes.buffer])
    await ask(own, { kind: 'seed', seed }, [seed.buffer])
    useSigner.setState({ isReady: true })
    stayAwake()
  } catch (error) {
    seed.fill(0)
    if (worker === own) forgetSeed()
    throw error
  }
}

/** Signs the text of an order in the worker. @returns hexadecimal. @throws SignerFault */
export async function sign(text: string): Promise<string> {
  // Timers of a page that was hidden, or of a computer that slept, may be late.
  away?.check()
  const reply = await ask(worker, { kind: 'sign', text })
  stayAwake()
  if (!reply.ok || reply.signature === undefined) throw new SignerFault('sign-failed')
  return reply.signature
}

/** Why a signing failed, in a word. */
export const faultOf = (error: unknown): SignerFaultCode | null => (error instanceof SignerFault ? error.code : null)

// Whoever logs out, or whose session ends, leaves no seed behind.
useSession.subscribe((state, before) => {
  if (state.phase !== 'active' || state.user?.user_id !== before.user?.user_id) forgetSeed()
})
