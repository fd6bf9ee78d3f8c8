import { Agent, request } from 'node:http'

/** Client side of orders.bench.ts, in its own process: every user sends orders at an interval. */
export type OrdersTask = {
  readonly url: string
  readonly tokens: readonly string[]
  readonly each: number
  readonly everyMs: number
  readonly name: string
  readonly price: number
}
export type OrdersResult = { readonly times: readonly number[]; readonly failed: number }

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

/** Alternates market buy, market sell, limit buy and limit sell; the limits rest far from the price. */
function bodyOf({ name, price }: OrdersTask, index: number): string {
  const side = index % 2 === 0 ? 'buy' : 'sell'
  const order = { client_id: `${name}-${index}`, symbol: 'BTC', side, size: '0.0005', leverage: 5 }
  const far = String(Math.round(side === 'buy' ? price * 0.9 : price * 1.1))
  return JSON.stringify(index % 4 < 2 ? { ...order, type: 'market' } : { ...order, type: 'limit', price: far })
}

const place = (url: string, token: string, body: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const start = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request(`${url}/api/v1/orders`, { agent, method: 'POST', headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === 201 ? performance.now() - start : undefined))
    })
      .on('error', () => resolve(undefined))
      .end(body)
  })

async function trade(task: OrdersTask, token: string, wait: number): Promise<(number | undefined)[]> {
  const { url, each, everyMs } = task
  const times: (number | undefined)[] = []
  await new Promise((resolve) => setTimeout(resolve, wait))
  for (let index = 0; index < each; index += 1) {
    const start = performance.now()
    times.push(await place(url, token, bodyOf(task, index)))
    if (index < each - 1) await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - start))))
  }
  return times
}

process.on('message', (task: OrdersTask) => {
  const all = task.tokens.map((token, user) => trade(task, token, (user * task.everyMs) / task.tokens.length))
  void Promise.all(all).then((lists) => {
    const times = lists.flat()
    const good = times.filter((time) => time !== undefined)
    process.send?.({ times: good, failed: times.length - good.length } satisfies OrdersResult)
  })
})
