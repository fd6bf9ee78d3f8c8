import { createServer } from 'node:http'
import { portOf } from '@aerie/testkit/port-of'
import type { Notice } from '@aerie/wire/notices'
import { io as connect } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import { testBus } from '../../../test/test-bus.ts'
import { memoryRoom, type Transport } from '../bus/bus.ts'
import { userNotices } from '../user-notices.ts'
import { serveMessages } from './messages-namespace.ts'
import { socketServer } from './socket-server.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

const fill = (seq: number): Notice => ({ kind: 'fill', account: 'a1', first_seq: seq, seq, data: null })

/** A process: its notices, the notices its bus received, and sockets of users on it. */
async function node(transport: Transport) {
  const received: string[] = []
  const subscribed = new Set<string>()
  const counting: Transport = {
    ...transport,
    subscribe: (channel, listener) => {
      subscribed.add(channel)
      return transport.subscribe(channel, (text) => {
        received.push(channel)
        listener(text)
      })
    },
    unsubscribe: (channel) => {
      subscribed.delete(channel)
      transport.unsubscribe(channel)
    },
  }
  const bus = testBus(counting)
  const server = createServer()
  const io = socketServer(server)
  const notices = userNotices(bus)
  notices.subscribe(
    serveMessages({
      io,
      bus,
      verifyToken: async (token) => ({ user_id: token, sid: 's1' }),
      onRevoked: () => undefined,
      isOutdated: async () => false,
      onError: (error) => {
        throw error
      },
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => io.close())
  const open = async (user: string) => {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token: user } }
    const socket = connect(`http://127.0.0.1:${portOf(server)}/messages`, options)
    closings.push(() => socket.disconnect())
    const seqs: number[] = []
    let isClosed = false
    socket.on('notify', (notice: { seq: number }) => seqs.push(notice.seq))
    socket.on('disconnect', () => {
      isClosed = true
    })
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(undefined)).once('connect_error', reject))
    return { seqs, isClosed: () => isClosed, close: () => socket.disconnect() }
  }
  return { notices, received, subscribed, open }
}

it('receives trading notices from other processes only for users with a socket here, once for each socket', async () => {
  const room = memoryRoom()
  const [worker, web, other] = [await node(room()), await node(room()), await node(room())]
  const sockets = [await web.open('ada'), await web.open('ada')]
  await other.open('bob')
  worker.notices.notify('ada', fill(1))
  worker.notices.notify('bob', fill(9))
  worker.notices.notify('ada', fill(2))
  for (const { seqs } of sockets) await vi.waitFor(() => expect(seqs).toEqual([1, 2]))
  expect(web.received.filter((channel) => channel.startsWith('notices'))).toEqual(['notices:ada', 'notices:ada'])
  await vi.waitFor(() => expect(other.received).toEqual(['notices:bob']))
})

it('lets a socket in only once its notices arrive, and follows them until the last socket closes', async () => {
  const room = memoryRoom()
  const confirmation = Promise.withResolvers<void>()
  const [worker, inner] = [await node(room()), room()]
  const web = await node({
    ...inner,
    subscribe: async (channel, listener) => {
      if (channel.startsWith('notices:')) await confirmation.promise
      await inner.subscribe(channel, listener)
    },
  })
  const entered: string[] = []
  const opening = Promise.all(['first', 'second'].map((name) => web.open('ada').finally(() => entered.push(name))))
  await vi.waitFor(() => expect(web.subscribed).toContain('notices:ada'))
  expect(entered).toEqual([])
  confirmation.resolve()
  const [first, second] = await opening
  worker.notices.notify('ada', fill(1))
  await vi.waitFor(() => expect([first?.seqs, second?.seqs]).toEqual([[1], [1]]))
  first?.close()
  worker.notices.notify('ada', fill(2))
  await vi.waitFor(() => expect(second?.seqs).toEqual([1, 2]))
  expect(web.subscribed).toContain('notices:ada')
  second?.close()
  await vi.waitFor(() => expect(web.subscribed).not.toContain('notices:ada'))
  const again = await web.open('ada')
  worker.notices.notify('ada', fill(3))
  await vi.waitFor(() => expect(again.seqs).toEqual([3]))
})

it('reconnects the sockets of a user whose notice was lost, and of nobody else', async () => {
  const room = memoryRoom()
  let isLosing = false
  const inner = room()
  const worker = await node({ ...inner, publish: async (...message) => (isLosing ? 0 : inner.publish(...message)) })
  const web = await node(room())
  const [ada, bob] = [await web.open('ada'), await web.open('bob')]
  for (const user of ['ada', 'bob']) worker.notices.notify(user, fill(1))
  await vi.waitFor(() => expect([ada.seqs, bob.seqs]).toEqual([[1], [1]]))
  isLosing = true
  worker.notices.notify('ada', fill(2))
  isLosing = false
  for (const user of ['ada', 'bob']) worker.notices.notify(user, fill(3))
  await vi.waitFor(() => expect(ada.isClosed()).toBe(true))
  await vi.waitFor(() => expect(bob.seqs).toEqual([1, 3]))
  expect(bob.isClosed()).toBe(false)
})
