import { SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { ReconnectingSocket } from '@aerie/upstream/reconnecting-socket'
import * as z from 'zod/mini'
import type { ApexCredentials, OpenCredentials } from './apex-calls.ts'
import { type ApexPush, apexPush } from './replies.ts'
import { requestSignature } from './request-signature.ts'

const REQUEST_PATH = '/ws/accounts'
const PING_MS = 15 * SECOND_MS
const SILENCE_MS = 3 * PING_MS
const MOST_BYTES = 1024 * 1024

/** What a stream tells. */
export type ApexStreamEvents = {
  /** Orders, fills and positions that changed. They may come late, twice and out of order. */
  readonly push: (push: ApexPush) => void
  /** Logged in, after the start or an outage: what was missed meanwhile must be read. */
  readonly up: () => void
  /** Pushes have stopped; it tries again. A clause for the screen. */
  readonly down: (words: string) => void
  /** A message could not be read: state may differ from the venue's and must be read. */
  readonly unreadable: () => void
}

const op = z.object({ op: z.string() })
const loginReply = z.object({ request: z.object({ op: z.literal('login') }), success: z.unknown() })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The private socket of one account at ApeX Omni: logs in at each opening, answers pings, tells pushes.
 *
 * @param root `wss://quote.omni.apex.exchange`, or a stand-in
 * @param now time by ApeX's clock, for the login's signature
 */
export function apexStream(
  {
    root,
    credentials,
    now,
    env,
  }: { readonly root: URL; readonly credentials: OpenCredentials; readonly now: () => number; readonly env: Environment },
  events: ApexStreamEvents,
) {
  let cancelPing: () => void = () => undefined
  const ping = (): void => {
    cancelPing = env.timers.after(PING_MS, () => {
      socket.send(JSON.stringify({ op: 'ping' }))
      ping()
    })
  }
  // A ping may come before the answer to the login: it proves a line, not that pushes will come.
  let isLoggedIn = false
  const socket = new ReconnectingSocket(
    {
      url: () => `${root.href.replace(/\/$/, '')}/realtime_private?v=2&timestamp=${now()}`,
      opened: (send) => {
        isLoggedIn = false
        send(loginText(credentials(), now()))
      },
      message: (text) => {
        const said = hear(text, events, () => socket.send(JSON.stringify({ op: 'pong', args: [String(env.clock.now())] })))
        if (said === 'login') isLoggedIn = true
        return said !== 'no' && isLoggedIn
      },
      up: events.up,
      down: events.down,
    },
    { deadmanMs: SILENCE_MS, rotateAfterMs: null, maxMessageBytes: 8 * MOST_BYTES },
    env,
  )
  return {
    start: (): void => {
      ping()
      socket.start()
    },
    stop: (): void => {
      cancelPing()
      socket.stop()
    },
  }
}

function loginText({ key: apiKey, secret, passphrase }: ApexCredentials, timestamp: number): string {
  const signature = requestSignature(secret, { timestamp, method: 'GET', path: REQUEST_PATH, form: '' })
  const about = { type: 'login', topics: ['ws_zk_accounts_v3'], httpMethod: 'GET', requestPath: REQUEST_PATH }
  return JSON.stringify({ op: 'login', args: [JSON.stringify({ ...about, apiKey, passphrase, timestamp, signature })] })
}

/** @returns whether the message says that the login stands, or is one of a line that works */
function hear(text: string, events: ApexStreamEvents, pong: () => void): 'login' | 'alive' | 'no' {
  const message = text.length > MOST_BYTES ? undefined : parsed(text)
  const reply = z.safeParse(loginReply, message)
  if (reply.success) return String(reply.data.success) === 'true' ? 'login' : 'no'
  const told = z.safeParse(op, message)
  if (told.success) {
    if (told.data.op === 'ping') pong()
    return 'alive'
  }
  const push = z.safeParse(apexPush, message)
  if (push.success) events.push(push.data)
  else events.unreadable()
  return push.success ? 'alive' : 'no'
}
