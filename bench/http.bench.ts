import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { portOf } from '@aerie/testkit/port-of'
import { type Benchmark, median } from './benchmark.ts'
import { type MarketStage, marketStage } from './market-stage.ts'

const REQUESTS = 3_000
const CONNECTIONS = 16
const REPEATS = 5

type Result = { readonly ms: number; readonly failed: number }

function asker(): { readonly ask: (url: string, count: number) => Promise<Result>; readonly close: () => void } {
  const child: ChildProcess = fork(new URL('./http-asker.ts', import.meta.url), { execArgv: [] })
  return {
    ask: (url, count) =>
      new Promise((resolve, reject) => {
        child.once('message', (result: Result) =>
          result.failed > 0 ? reject(new Error(`${result.failed} requests failed`)) : resolve(result),
        )
        child.send({ url, count, connections: CONNECTIONS })
      }),
    close: () => child.kill(),
  }
}

async function bareServer(body: Buffer): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${portOf(server)}/` }
}

type Costs = { readonly ours: number; readonly limit: number }

async function costs(stage: MarketStage, path: string): Promise<Costs> {
  const url = `${stage.url}${path}`
  const body = Buffer.from(await (await fetch(url)).arrayBuffer())
  const bare = await bareServer(body)
  const { ask, close } = asker()
  const cost = async (address: string): Promise<number> => {
    const start = process.cpuUsage()
    await ask(address, REQUESTS)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / REQUESTS
  }
  try {
    for (const address of [url, bare.url]) await ask(address, REQUESTS)
    const pairs: Costs[] = []
    for (let repeat = 0; repeat < REPEATS; repeat += 1) pairs.push({ limit: await cost(bare.url), ours: await cost(url) })
    return { ours: median(pairs.map((pair) => pair.ours)), limit: median(pairs.map((pair) => pair.limit)) }
  } finally {
    close()
    bare.server.closeAllConnections()
    bare.server.close()
  }
}

let staged: Promise<MarketStage> | undefined
const stage = (): Promise<MarketStage> => {
  staged ??= marketStage({ minuteDays: 2, coins: 10 })
  return staged
}

const route = (name: string, path: string): Benchmark => ({
  name: `http: ${name} compared with node:http with a ready buffer (goal: ratio at most 1.2)`,
  run: async () => {
    const { ours, limit } = await costs(await stage(), path)
    return { value: ours, unit: 'us CPU a request', limit }
  },
})

export const benchmarks: readonly Benchmark[] = [
  route('the market list', '/api/v1/assets?page=1&size=10'),
  route('1,000 candles', '/api/v1/candles/BTC?interval=1m&limit=1000'),
  route('the public settings', '/api/v1/config'),
]
