import { Agent, get } from 'node:http'

type Order = { readonly url: string; readonly count: number; readonly connections: number }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const once = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })

async function askAll({ url, count, connections }: Order): Promise<void> {
  const start = performance.now()
  let left = count
  let failed = 0
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      if (!(await once(url))) failed += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  process.send?.({ ms: performance.now() - start, failed })
}

process.on('message', (order: Order) => void askAll(order))
