import { type HttpStandIn, httpStandIn } from '@aerie/testkit/http-stand-in'
import { type SocketStandIn, type StandInClient, socketStandIn } from '@aerie/testkit/socket-stand-in'
import { afterEach, expect, it } from 'vitest'
import { sendBurst } from './burst.ts'
import { NAMESPACES } from './namespaces.ts'

const TOKEN = 'good'
const packets = [{ frames: ['42/agent,["shout",null]'] }]
const agent = NAMESPACES.find(({ name }) => name === '/agent')!

type Answers = (client: StandInClient, text: string) => void

let http: HttpStandIn
let sockets: SocketStandIn
let isRevoked = false
afterEach(async () => {
  isRevoked = false
  sockets.close()
  await http.close()
})

/** A Socket.IO server that accepts a valid token and reads packets in order. */
async function standIn(onEvent: Answers): Promise<string> {
  http = await httpStandIn(() => undefined)
  const received: Answers = (client, text) => {
    if (text.startsWith('40/agent,')) client.send(isRevoked ? '44/agent,{"message":"Authentication error: Invalid token"}' : '40/agent,{}')
    else if (text.startsWith('40/nowhere,')) client.send('44/nowhere,{}')
    else onEvent(client, text)
  }
  sockets = socketStandIn(http.server, { received })
  return http.url
}

const isGood = (text: string): boolean => text.startsWith('42/agent,["history"')
const idIn = (text: string): string => /[0-9a-f-]{36}/.exec(text)?.[0] ?? ''
const errorOf = (code: string, conversation: string): string => `42/agent,["error",${JSON.stringify({ code, conversation })}]`
const run = async (onEvent: Answers) => sendBurst({ url: await standIn(onEvent), token: TOKEN }, agent, packets)

it.each(['not_found', 'rate_limited'])('counts as answered on an error for that very request: %s', async (code) =>
  expect(await run((client, text) => isGood(text) && client.send(errorOf(code, idIn(text))))).toMatchObject({ ending: 'answered' }),
)

it('counts as lost when the connection closes without an error and the token is still valid', async () =>
  expect(await run((client, text) => isGood(text) && client.end())).toMatchObject({
    ending: 'lost',
    why: 'history was not answered',
  }))

it('counts as lost when only other packets are answered, even with a rate-limit refusal', async () => {
  const burst = await run((client, text) => (isGood(text) ? client.end() : client.send(errorOf('rate_limited', ''))))
  expect(burst).toMatchObject({ ending: 'lost', received: expect.arrayContaining([errorOf('rate_limited', '')]) })
})

it('counts as logged out when its token is rejected after the connection closes', async () =>
  expect(
    await run((client) => {
      isRevoked = true
      client.end()
    }),
  ).toMatchObject({ ending: 'logged out', why: 'the packets were not read to their end' }))

it('recognises a close that was preceded by a rate-limit error', async () => {
  const frame = '42/agent,["error",{"code":"rate_limited","message":"This connection is too slow and was closed."}]'
  expect(
    await run((client) => {
      client.send(frame)
      client.end('close')
    }),
  ).toMatchObject({ ending: 'ended in words' })
})

it('distinguishes the requested page from others', () => {
  const [live] = NAMESPACES
  const { message, isAnswer } = live!.ask('00000a00-0000-4000-8000-000000000001')
  expect(message).toEqual({ page: 1, size: 21 })
  expect(isAnswer('42/live,["assets",{"data":[],"page":1,"size":21,"total":0}]')).toBe(true)
  expect(isAnswer('42/live,["assets",{"data":[],"page":1,"size":10,"total":0}]')).toBe(false)
})
