import { createHmac } from 'node:crypto'
import { type HttpStandIn, httpStandIn, type SeenRequest } from './http-stand-in.ts'
import { type SocketStandIn, socketStandIn } from './socket-stand-in.ts'

/** Credentials that the stand-in knows. */
export const APEX_KEY = { key: 'stand-in-key', secret: 'stand-in-secret_0', passphrase: 'stand-in-pass' } as const

/** An order as ApeX sends it. */
export type ApexOrderJson = Readonly<Record<string, string | number | boolean | null>>

/** ApeX Omni v3 as a test plays it. */
export type ApexStandIn = {
  readonly http: HttpStandIn
  readonly socket: SocketStandIn
  /** Milliseconds that its clock is ahead of the machine's. */
  leadMs: number
  /** Orders by their id. */
  readonly orders: Map<string, ApexOrderJson>
  readonly fills: Record<string, string | number>[]
  positions: Record<string, string>[]
  /** What the key may do. */
  permissions: string[]
  /** Tells all who are logged in. */
  push(contents: Readonly<Record<string, unknown>>): void
  close(): Promise<void>
}

const signatureOf = (text: string): string =>
  createHmac('sha256', Buffer.from(APEX_KEY.secret).toString('base64')).update(text).digest('base64')
const SKEW_MS = 5_000

/** What the stand-in holds, and may be changed by a test at any time. */
type Exchange = Pick<ApexStandIn, 'orders' | 'fills' | 'positions' | 'permissions'> & { leadMs: number }
type Form = Readonly<Record<string, string>>
type Answer = { readonly body: unknown }

const clockOf = ({ leadMs }: Exchange): number => Date.now() + leadMs
const isOpen = (order: ApexOrderJson): boolean => order.status === 'OPEN' || order.status === 'UNTRIGGERED'
const refused = (code: number, key: string): Answer => ({ body: { code, key, msg: key.toLowerCase().replaceAll('_', ' ') } })

function isSigned({ method, path, query, headers, body }: SeenRequest, now: number): boolean {
  const timestamp = Number(headers['apex-timestamp'])
  const search = Object.keys(query).length === 0 ? '' : `?${queryTextOf(query)}`
  return (
    Math.abs(timestamp - now) <= SKEW_MS &&
    headers['apex-api-key'] === APEX_KEY.key &&
    headers['apex-passphrase'] === APEX_KEY.passphrase &&
    headers['apex-signature'] === signatureOf(`${timestamp}${method}${path}${search}${body}`)
  )
}

function cancel({ orders }: Exchange, isMeant: (order: ApexOrderJson) => boolean): Answer {
  for (const [id, order] of orders) if (isMeant(order) && isOpen(order)) orders.set(id, { ...order, status: 'CANCELED' })
  return { body: { data: {} } }
}

const ACCOUNT = { id: '586213648326721628', ethereumAddress: '0x0000000000000000000000000000000000000001' }
const BALANCE = { totalEquityValue: '1000.5', availableBalance: '900', initialMargin: '100', maintenanceMargin: '50' }

const answersOf = (of: Exchange): Readonly<Record<string, (form: Form) => Answer>> => ({
  'GET account': () => ({ body: { data: { ...ACCOUNT, positions: of.positions } } }),
  'GET all-api-keys': () => ({ body: { data: [{ apiKey: APEX_KEY.key, permissions: of.permissions }] } }),
  'GET account-balance': () => ({ body: { data: BALANCE } }),
  'GET open-orders': () => ({ body: { data: [...of.orders.values()].filter(isOpen) } }),
  'GET fills': () => ({ body: { data: { orders: of.fills, totalSize: of.fills.length } } }),
  'POST delete-order': ({ id }) => cancel(of, (order) => order.id === id),
  'POST delete-open-orders': ({ symbol }) => cancel(of, (order) => symbol === undefined || order.symbol === symbol),
})

/** @returns whether what was said is a login with the right key and time */
function isLogin(said: string, now: number): boolean {
  const { apiKey, passphrase, timestamp, signature } = JSON.parse(said)
  const isKnown = apiKey === APEX_KEY.key && passphrase === APEX_KEY.passphrase
  return isKnown && Math.abs(timestamp - now) <= SKEW_MS && signature === signatureOf(`${timestamp}GET/ws/accounts`)
}

/**
 * ApeX Omni's REST and private socket on a free port of this machine: checks each signature and the time in it, keeps orders.
 *
 * @throws never but for what the system refuses
 */
export async function apexStandIn(): Promise<ApexStandIn> {
  const exchange: Exchange = { orders: new Map(), fills: [], positions: [], permissions: ['READ', 'TRADE'], leadMs: 0 }
  const answers = answersOf(exchange)
  const http = await httpStandIn((request) => {
    const name = request.path.replace('/api/v3/', '')
    if (name === 'time') return { body: { data: { time: clockOf(exchange) } } }
    const answer = answers[`${request.method} ${name}`]
    if (answer === undefined) return undefined
    if (!isSigned(request, clockOf(exchange))) return refused(10_003, 'INVALID_API_SIGNATURE')
    return answer(request.method === 'GET' ? request.query : Object.fromEntries(new URLSearchParams(request.body)))
  })
  const loggedIn = new Set<unknown>()
  const socket = socketStandIn(http.server, {
    heard: (client, said) => {
      const { op, args } = JSON.parse(said)
      if (op === 'ping') client.send({ op: 'pong' })
      if (op !== 'login') return
      const isRight = isLogin(args[0], clockOf(exchange))
      if (isRight) loggedIn.add(client)
      client.send({ request: { op: 'login' }, success: isRight ? 'true' : 'false' })
    },
  })
  return Object.assign(exchange, {
    http,
    socket,
    push: (contents: Readonly<Record<string, unknown>>) => {
      for (const client of socket.open()) if (loggedIn.has(client)) client.send({ topic: 'ws_zk_accounts_v3', contents })
    },
    close: async () => {
      socket.close()
      await http.close()
    },
  })
}

const queryTextOf = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
