import { WebSocket } from 'ws'

/**
 * Client side of fanout.bench.ts and capacity.ts, in its own process so that its CPU is not counted. Messages: an order in, `{open}`,
 * `{received, bytes}` out.
 */
type Order = { readonly url: string; readonly hello: readonly string[]; readonly count: number; readonly reads: boolean }

let received = 0
let bytes = 0
let reported = -1

function open({ url, hello, reads }: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true })
    let step = 0
    const next = (): void => {
      const line = hello[step]
      step += 1
      if (line !== undefined) socket.send(line)
      if (step < hello.length) return
      if (!reads) socket.pause()
      resolve()
    }
    socket.on('error', reject)
    if (hello.length === 0) socket.on('open', resolve)
    socket.on('message', (data: Buffer) => {
      // Engine.IO: 0 open, 2 ping; Socket.IO: 40 connected; everything else is measured.
      if (data[0] === 0x32) socket.send('3')
      else if (step < hello.length && (data[0] === 0x30 || data[1] === 0x30)) next()
      else {
        received += 1
        bytes += data.length
      }
    })
  })
}

process.on('message', (order: Order) => {
  const opening = Array.from({ length: order.count }, () => open(order))
  void Promise.all(opening).then(() => process.send?.({ open: true }))
})
setInterval(() => {
  if (received === reported) return
  reported = received
  process.send?.({ received, bytes })
}, 10)
