import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type Server as HttpServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { portOf } from '@aerie/testkit/port-of'
import type { AssetsPage, Tick } from '@aerie/wire/market/market'
import { WebSocketServer } from 'ws'
import { BookFanOut, type BookMarket } from '../apps/server/src/areas/market/live/book-fan-out.ts'
import { BEHIND_BYTES, FanOut, type FanOutMarket } from '../apps/server/src/areas/market/live/fan-out.ts'
import { textFrame } from '../apps/server/src/areas/market/live/frame.ts'
import { liveClient, serveLive } from '../apps/server/src/areas/market/live/live-module.ts'
import { socketServer } from '../apps/server/src/platform/sockets/socket-server.ts'
import { type Benchmark, median } from './benchmark.ts'

const SOCKETS = 1_000
const ROUNDS = 60
/** Rounds between two waits for the clients: keeps the backlog small and the server busy. */
const ROUNDS_AT_ONCE = 6
const REPEATS = 3

/** As many coins as make an update of 2.7 kB, comparable with PERFORMANCE.md. */
const SYMBOLS = Array.from({ length: 63 }, (_, index) => `COIN${String(index).padStart(4, '0')}`)
const TICKS: Tick[] = SYMBOLS.map((symbol, index) => [symbol, 12_345.678901 + index, 1_795_224_143_426])
const MESSAGE = JSON.stringify(['ticks', TICKS])

const market: FanOutMarket = {
  listPage: () => ({ data: SYMBOLS.map((symbol) => ({ symbol, sparkline: [] })), total: 50 }) as unknown as AssetsPage,
  ticksOf: () => TICKS,
  statsOf: () => undefined,
  listedSymbols: () => SYMBOLS,
  status: () => ({ source: 'sim', badge: 'SIMULATED', detail: '', market_time: 1, speed: 1, stale_after_ms: 1, newest_tick: 1 }),
  hasCoins: () => true,
}

type Clients = { readonly received: () => number; readonly close: () => void }
type Stage = { readonly broadcast: () => void; readonly clients: Clients; readonly close: () => Promise<void> }

async function listening(server: HttpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return portOf(server)
}

async function connectClients(url: string, hello: readonly string[], count = SOCKETS, reads = true): Promise<Clients> {
  const child: ChildProcess = fork(new URL('./fanout-clients.ts', import.meta.url), { execArgv: [] })
  let received = 0
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: { open?: true; received?: number }) => {
      if (message.received !== undefined) received = message.received
      if (message.open) resolve()
    })
    child.on('exit', () => reject(new Error('the clients ended')))
    child.send({ url, hello, count, reads })
  })
  return { received: () => received, close: () => child.kill() }
}

const closed = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Peer: the ws library writing one prepared buffer to each socket. */
async function rawStage(): Promise<Stage> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const clients = await connectClients(`ws://127.0.0.1:${await listening(server)}`, [])
  const frame = textFrame(`42/live,${MESSAGE}`)
  return {
    broadcast: () => {
      for (const socket of sockets.clients)
        (socket as unknown as { _sender: { sendFrame(list: Buffer[]): void } })._sender.sendFrame([frame])
    },
    clients,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      await closed(server)
    },
  }
}

const noBooks: BookMarket = {
  book: async () => undefined,
  hasPrices: () => true,
  synthetic: () => undefined,
  trades: () => [],
  details: () => undefined,
  kind: () => 'sim',
  now: () => 1,
}
const guestsOnly = {
  verifyToken: async () => null,
  isWalletLinked: async () => false,
  onWallet: () => Promise.resolve(),
  onRevoked: () => undefined,
  onFault: () => undefined,
}

async function liveStage(
  hello: readonly string[],
  count = SOCKETS,
  reads = true,
): Promise<Stage & { readonly emit: () => void; readonly untaken: () => number }> {
  const server = createServer()
  const io = socketServer(server, undefined)
  const fan = new FanOut(market)
  const onError = (error: unknown): void => void process.stderr.write(`${String(error)}\n`)
  serveLive({ io, fan, books: new BookFanOut({ market: noBooks, onError }), ...guestsOnly, onError })
  const url = `ws://127.0.0.1:${await listening(server)}/socket.io/?EIO=4&transport=websocket`
  const clients = await connectClients(url, hello, count, reads)
  return {
    clients,
    broadcast: () => {
      fan.noteChanged(SYMBOLS)
      fan.flushPages()
    },
    emit: () => io.of('/live').emit('ticks', TICKS),
    untaken: () => [...io.of('/live').sockets.values()].reduce((sum, socket) => sum + liveClient(io, socket).buffered(), 0),
    close: async () => {
      await io.close()
    },
  }
}
const HELLO = ['40/live,']
const HELLO_AND_BOARD = ['40/live,', '42/live,["board",{"show":true}]']
const HELLO_AND_PAGE = ['40/live,', '42/live,["assets",{"page":1}]']

async function cpuPerMessage({ broadcast, clients }: Stage, sockets = SOCKETS): Promise<number> {
  const settle = async (atLeast: number): Promise<void> => {
    while (clients.received() < atLeast) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const run = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += ROUNDS_AT_ONCE) {
      const before = clients.received()
      for (let once = 0; once < ROUNDS_AT_ONCE; once += 1) {
        broadcast()
        await nextTurn()
      }
      await settle(before + ROUNDS_AT_ONCE * sockets)
    }
  }
  await run(ROUNDS_AT_ONCE * 2)
  const values: number[] = []
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const start = process.cpuUsage()
    await run(ROUNDS)
    const { user, system } = process.cpuUsage(start)
    values.push((user + system) / (ROUNDS * sockets))
  }
  return median(values)
}

async function measured(stage: Stage, sockets = SOCKETS): Promise<number> {
  try {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return await cpuPerMessage(stage, sockets)
  } finally {
    stage.clients.close()
    await stage.close()
  }
}

let peers: Promise<{ raw: number; room: number; ours: number }> | undefined
/** All in one run, as only their ratios count. */
const allPeers = () => {
  peers ??= (async () => {
    const raw = await measured(await rawStage())
    const roomStage = await liveStage(HELLO)
    const room = await measured({ ...roomStage, broadcast: roomStage.emit })
    const ours = await measured(await liveStage(HELLO_AND_PAGE))
    return { raw, room, ours }
  })()
  return peers
}

const STALLED = 200
/** Enough to fill the kernel's socket buffers, several times a client's limit here. */
const STALLED_ROUNDS = 2_000

async function stalledMemory(): Promise<number> {
  const stage = await liveStage(HELLO_AND_PAGE, STALLED, false)
  try {
    const bytes = (): number => process.memoryUsage().rss
    globalThis.gc?.()
    const before = bytes()
    for (let round = 0; round < STALLED_ROUNDS; round += 1) {
      stage.broadcast()
      await nextTurn()
    }
    if (stage.untaken() < STALLED * BEHIND_BYTES) throw new Error('the clients were not stalled: nothing was measured')
    globalThis.gc?.()
    return ((bytes() - before) / 1e6) * (SOCKETS / STALLED)
  } finally {
    stage.clients.close()
    await stage.close()
  }
}

async function costAt(sockets: number): Promise<number> {
  return measured(await liveStage(HELLO_AND_PAGE, sockets), sockets)
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'fan-out: ws, one prepared buffer to each of 1,000 sockets (the peer)',
    run: async () => ({ value: (await allPeers()).raw, unit: 'us CPU a message', limit: null }),
  },
  {
    name: 'fan-out: Socket.IO broadcast',
    run: async () => ({ value: (await allPeers()).room, unit: 'us CPU a message', limit: (await allPeers()).raw }),
  },
  {
    name: 'fan-out: ours, to stock Socket.IO clients (goal: ratio at most 1.1)',
    run: async () => ({ value: (await allPeers()).ours, unit: 'us CPU a message', limit: (await allPeers()).raw }),
  },
  {
    name: 'fan-out: the board of all coins instead of a page (goal: ratio at most 1.1)',
    run: async () => ({
      value: await measured(await liveStage(HELLO_AND_BOARD)),
      unit: 'us CPU a message',
      limit: (await allPeers()).ours,
    }),
  },
  {
    name: 'fan-out: cost at 2,000 sockets compared with 200 (goal: flat)',
    run: async () => ({ value: await costAt(2_000), unit: 'us CPU a message', limit: await costAt(200) }),
  },
  {
    name: 'fan-out: memory of 1,000 stalled clients (200 measured)',
    run: async () => ({ value: await stalledMemory(), unit: 'MB', limit: 64 }),
  },
]
