import { SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { ReconnectingSocket } from '@aerie/upstream/reconnecting-socket'
import * as z from 'zod/mini'
import { type ApexCredentials, type OpenCredentials, requestSignature } from './apex-calls.ts'
import { type ApexPush, apexPush } from './replies.ts'

const REQUEST_PATH = '/ws/accounts'
const PING_MS = 15 * SECOND_MS
const SILENCE_MS = 3 * PING_MS
const MOST_BYTES = 1024 * 1024

/** Events of the stream. */
export type ApexStreamEvents = {
  /** Changed orders, fills and positions; may be late, repeated and out of order. */
  readonly push: (push: ApexPush) => void
  /** Logged in, initially or after an outage: missed changes must be read. */
  readonly up: () => void
  /** Disconnected and retrying; `message` is a clause for the UI. */
  readonly down: (message: string) => void
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

/** Private socket: logs in on each connection, answers pings, emits pushes. `now`: ApeX's clock, for the login signature. */
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
  // A ping may precede the login response: it proves the connection, not the subscription.
  let isLoggedIn = false
  const socket = new ReconnectingSocket(
    {
      url: () => `${root.href.replace(/\/$/, '')}/realtime_private?v=2&timestamp=${now()}`,
      opened: (send) => {
        isLoggedIn = false
        send(loginText(credentials(), now()))
      },
      message: (text) => {
        const outcome = handleMessage(text, events, () => socket.send(JSON.stringify({ op: 'pong', args: [String(env.clock.now())] })))
        if (outcome === 'login') isLoggedIn = true
        return outcome !== 'no' && isLoggedIn
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

function handleMessage(text: string, events: ApexStreamEvents, pong: () => void): 'login' | 'alive' | 'no' {
  const message = text.length > MOST_BYTES ? undefined : parsed(text)
  const reply = z.safeParse(loginReply, message)
  if (reply.success) return String(reply.data.success) === 'true' ? 'login' : 'no'
  const parsedOp = z.safeParse(op, message)
  if (parsedOp.success) {
    if (parsedOp.data.op === 'ping') pong()
    return 'alive'
  }
  const push = z.safeParse(apexPush, message)
  if (push.success) events.push(push.data)
  else events.unreadable()
  return push.success ? 'alive' : 'no'
}
