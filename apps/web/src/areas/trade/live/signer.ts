import { timer } from '@aerie/runtime/ticker'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { useSession } from '../../../platform/session/session.ts'
import { watchAway, watchLock } from './seed-guard.ts'
import { SignerFault, type SignerFaultCode } from './signer-core.ts'
import { type SignerReply, type SignerRequest, signerReply } from './signer-messages.ts'
import { openWorker } from './worker-address.ts'

/** The seed is dropped after this time without an order. */
export const FORGET_AFTER_MS = 10 * 60_000
/** Timeout, after which the worker is terminated. */
const ANSWER_MS = 20_000
/** Timeout for loading the signer's file. */
const FILE_MS = 30_000

type SignerState = { readonly isReady: boolean }

/** Whether the worker holds a seed. */
export const useSigner = create<SignerState>(() => ({ isReady: false }))

type Asked = SignerRequest extends infer One ? (One extends { readonly id: number } ? Omit<One, 'id'> : never) : never
type Waiting = { readonly resolve: (reply: SignerReply) => void; readonly reject: (error: unknown) => void }

/** @throws SignerFault no-file if it is unavailable or times out */
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
  /** SHA-256 of the signer's file, pinned by the server. */
  readonly sha256: string
  /** Whether a screen lock drops the seed, if the browser reports it. */
  readonly isLockWatched: boolean
}

export const { forgetSeed, keepSeed, sign } = createSigner()

function createSigner() {
  let worker: Worker | null = null
  const idle = timer()
  let away: ReturnType<typeof watchAway> | undefined
  let lock: AbortController | undefined
  let count = 0
  const waiting = new Map<number, Waiting>()

  /** Terminates the worker, and with it the seed. @throws never */
  function forgetSeed(): void {
    idle.stop()
    away?.stop()
    away = undefined
    lock?.abort()
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(new SignerFault('no-seed'))
    waiting.clear()
    useSigner.setState({ isReady: false })
  }

  /** Restarts the idle timeout. */
  const stayAwake = (): void => idle.start(FORGET_AFTER_MS, forgetSeed)

  /** Fails if the worker was replaced: a message must not reach another worker. */
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

  function handleReply({ data }: MessageEvent<unknown>): void {
    const reply = z.safeParse(signerReply, data)
    if (reply.success) waiting.get(reply.data.id)?.resolve(reply.data)
  }

  /**
   * Starts a worker with the signer and transfers the seed to it, so that the page no longer holds it.
   * @param seed transferred, not copied
   * @throws SignerFault
   */
  async function keepSeed(seed: Uint8Array<ArrayBuffer>, { sha256, isLockWatched }: Keeping): Promise<void> {
    forgetSeed()
    let own: Worker | null = null
    try {
      own = openWorker()
      worker = own
      away = watchAway(forgetSeed)
      lock = new AbortController()
      if (isLockWatched) void watchLock(forgetSeed, lock.signal)
      own.addEventListener('message', handleReply)
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

  /** @returns hexadecimal signature. @throws SignerFault */
  async function sign(text: string): Promise<string> {
    // Timers may be late after the page was hidden or the computer slept.
    away?.check()
    const reply = await ask(worker, { kind: 'sign', text })
    stayAwake()
    if (!reply.ok || reply.signature === undefined) throw new SignerFault('sign-failed')
    return reply.signature
  }

  return { forgetSeed, keepSeed, sign }
}

export const faultOf = (error: unknown): SignerFaultCode | null => (error instanceof SignerFault ? error.code : null)

// Drop the seed on log-out or session end.
useSession.subscribe((state, before) => {
  if (state.phase !== 'active' || state.user?.user_id !== before.user?.user_id) forgetSeed()
})
