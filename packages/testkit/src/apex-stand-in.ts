import { createHmac } from 'node:crypto'
import { type HttpStandIn, httpStandIn, type SeenRequest } from './http-stand-in.ts'
import { type SocketStandIn, socketStandIn } from './socket-stand-in.ts'

/** Credentials accepted by the mock. */
export const APEX_KEY = { key: 'stand-in-key', secret: 'stand-in-secret_0', passphrase: 'stand-in-pass' } as const

/** Order in ApeX's format. */
export type ApexOrderJson = Readonly<Record<string, string | number | boolean | null>>

/** Mock of ApeX Omni v3. */
export type ApexStandIn = {
  readonly http: HttpStandIn
  readonly socket: SocketStandIn
  leadMs: number
  readonly orders: Map<string, ApexOrderJson>
  readonly fills: Record<string, string | number>[]
  positions: Record<string, string>[]
  permissions: string[]
  address: string
  readonly sent: Map<string, number>
  /** Handles a submitted order; a test may accept it later, or never. */
  onOrder: ((order: ApexOrderJson, signature: string) => 'take' | 'leave' | { readonly refuse: string }) | undefined
  push(contents: Readonly<Record<string, unknown>>): void
  close(): Promise<void>
}

type Credentials = { readonly key: string; readonly secret: string; readonly passphrase: string }

const signatureOf = ({ secret }: Credentials, text: string): string =>
  createHmac('sha256', Buffer.from(secret).toString('base64')).update(text).digest('base64')
const SKEW_MS = 5_000

type Exchange = Pick<ApexStandIn, 'orders' | 'fills' | 'positions' | 'permissions' | 'address' | 'sent' | 'onOrder'> & { leadMs: number }
type Form = Readonly<Record<string, string>>
type Answer = { readonly body: unknown }

const clockOf = ({ leadMs }: Exchange): number => Date.now() + leadMs
const isOpen = (order: ApexOrderJson): boolean => order.status === 'OPEN' || order.status === 'UNTRIGGERED'
const refused = (code: number, key: string): Answer => ({ body: { code, key, msg: key.toLowerCase().replaceAll('_', ' ') } })

function isSigned(known: Credentials, { method, path, query, headers, body }: SeenRequest, now: number): boolean {
  const timestamp = Number(headers['apex-timestamp'])
  const search = Object.keys(query).length === 0 ? '' : `?${queryTextOf(query)}`
  return (
    Math.abs(timestamp - now) <= SKEW_MS &&
    headers['apex-api-key'] === known.key &&
    headers['apex-passphrase'] === known.passphrase &&
    headers['apex-signature'] === signatureOf(known, `${timestamp}${method}${path}${search}${body}`)
  )
}

function cancel({ orders }: Exchange, isMeant: (order: ApexOrderJson) => boolean): Answer {
  for (const [id, order] of orders) if (isMeant(order) && isOpen(order)) orders.set(id, { ...order, status: 'CANCELED' })
  return { body: { data: {} } }
}

/** Accepts an order once: the same client id maps to the same layer-2 slot. */
function take(of: Exchange, { signature = '', ...form }: Form): Answer {
  const { clientId = '' } = form
  of.sent.set(clientId, (of.sent.get(clientId) ?? 0) + 1)
  if (!/^[0-9a-f]{16,}$/.test(signature)) return refused(20_016, 'INVALID_L2_SIGNATURE')
  const known = byClientId(of, clientId)
  if (known !== undefined) return { body: { data: known } }
  const order = { ...form, id: `9${of.orders.size + 1}`, status: 'OPEN', reduceOnly: form.reduceOnly === 'true', createdAt: clockOf(of) }
  const verdict = of.onOrder?.(order, signature) ?? 'take'
  if (typeof verdict === 'object') return refused(20_013, verdict.refuse)
  if (verdict === 'take') of.orders.set(order.id, order)
  return { body: { data: order } }
}
const byClientId = ({ orders }: Exchange, clientId: string): ApexOrderJson | undefined =>
  [...orders.values()].find((order) => order.clientId === clientId)

const ACCOUNT = {
  id: '586213648326721628',
  contractAccount: { takerFeeRate: '0.0005', makerFeeRate: '0.0002' },
}
const SYMBOLS = {
  contractConfig: {
    perpetualContract: [
      { symbol: 'BTC-USDT', l2PairId: '50001', tickSize: '0.1', stepSize: '0.001', minOrderSize: '0.001', enableTrade: true },
      { symbol: 'ETH-USDT', l2PairId: '50002', tickSize: '0.01', stepSize: '0.01', minOrderSize: '0.01', enableTrade: true },
      { symbol: 'SOL-USDT', l2PairId: '50003', tickSize: '0.001', stepSize: '0.1', minOrderSize: '0.1', enableTrade: false },
    ],
  },
} as const
const BALANCE = { totalEquityValue: '1000.5', availableBalance: '900', initialMargin: '100', maintenanceMargin: '50' }

const answersOf = (of: Exchange, known: Credentials): Readonly<Record<string, (form: Form) => Answer>> => ({
  'GET account': () => ({ body: { data: { ...ACCOUNT, ethereumAddress: of.address, positions: of.positions } } }),
  'GET all-api-keys': () => ({ body: { data: [{ apiKey: known.key, permissions: of.permissions }] } }),
  'GET account-balance': () => ({ body: { data: BALANCE } }),
  'GET open-orders': () => ({ body: { data: [...of.orders.values()].filter(isOpen) } }),
  'GET fills': () => ({ body: { data: { orders: of.fills, totalSize: of.fills.length } } }),
  'GET history-orders': ({ page }) => ({ body: { data: { orders: page === '0' ? [...of.orders.values()].toReversed() : [] } } }),
  'GET order-by-client-order-id': ({ id = '' }) => {
    const order = byClientId(of, id)
    return order === undefined ? refused(20_028, 'ORDER_NOT_FOUND') : { body: { data: order } }
  },
  'POST order': (form) => take(of, form),
  'POST delete-order': ({ id }) => cancel(of, (order) => order.id === id),
  'POST delete-client-order-id': ({ id = '' }) =>
    byClientId(of, id) === undefined ? refused(20_028, 'ORDER_NOT_FOUND') : cancel(of, (order) => order.clientId === id),
  'POST delete-open-orders': ({ symbol }) => cancel(of, (order) => symbol === undefined || order.symbol === symbol),
})

function isLogin(known: Credentials, text: string, now: number): boolean {
  const { apiKey, passphrase, timestamp, signature } = JSON.parse(text)
  const isKnown = apiKey === known.key && passphrase === known.passphrase
  return isKnown && Math.abs(timestamp - now) <= SKEW_MS && signature === signatureOf(known, `${timestamp}GET/ws/accounts`)
}

/** Mock of ApeX Omni's REST and private socket on a free local port; verifies signatures and timestamps for the key `known`. */
export async function apexStandIn(known: Credentials = APEX_KEY): Promise<ApexStandIn> {
  const exchange: Exchange = {
    orders: new Map(),
    fills: [],
    positions: [],
    permissions: ['READ', 'TRADE'],
    address: '0x0000000000000000000000000000000000000001',
    leadMs: 0,
    sent: new Map(),
    onOrder: undefined,
  }
  const answers = answersOf(exchange, known)
  const http = await httpStandIn((request) => {
    const name = request.path.replace('/api/v3/', '')
    if (name === 'time') return { body: { data: { time: clockOf(exchange) } } }
    if (name === 'symbols') return { body: { data: SYMBOLS } }
    const answer = answers[`${request.method} ${name}`]
    if (answer === undefined) return undefined
    if (!isSigned(known, request, clockOf(exchange))) return refused(10_003, 'INVALID_API_SIGNATURE')
    return answer(request.method === 'GET' ? request.query : Object.fromEntries(new URLSearchParams(request.body)))
  })
  const loggedIn = new Set<unknown>()
  const socket = socketStandIn(http.server, {
    received: (client, text) => {
      const { op, args } = JSON.parse(text)
      if (op === 'ping') client.send({ op: 'pong' })
      if (op !== 'login') return
      const isRight = isLogin(known, args[0], clockOf(exchange))
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
