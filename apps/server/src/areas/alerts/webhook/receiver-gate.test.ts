import { epochMs } from '@aerie/core/time'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Outcome } from '../deliveries/delivery-channel.ts'
import { type ReceiverGate, receiverGate } from './receiver-gate.ts'
import { RequestFault } from './safe-request.ts'

const SENT: Outcome = { kind: 'sent', receipt: 'Answered 200.' }
const silence = () => Promise.reject(new RequestFault('There was no answer in time.', { isSilence: true }))
let now = 0
let gate: ReceiverGate
beforeEach(() => {
  now = 0
  gate = receiverGate({ now: () => epochMs(now) }, { perUser: 2, perHost: 3, slow: 1 })
})

const to = (userId: string, host = 'a.example') => ({ userId, url: `https://${host}/hook` })
function held(userId: string, host?: string) {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  return { outcome: gate(to(userId, host), () => promise), letGo: () => resolve(SENT) }
}

it('limits concurrent requests per user and host, and per host across users', async () => {
  const under = [held('ada'), held('ada'), held('bob')]
  const request = vi.fn<() => Promise<Outcome>>(async () => SENT)
  expect(await gate(to('ada'), request)).toEqual({ kind: 'postponed', afterMs: 1_000 })
  expect(await gate(to('eve'), request)).toEqual({ kind: 'postponed', afterMs: 1_000 })
  expect(request).not.toHaveBeenCalled()
  expect(await gate(to('ada', 'b.example'), request)).toEqual(SENT)
  for (const each of under) each.letGo()
  expect(await Promise.all(under.map(({ outcome }) => outcome))).toEqual([SENT, SENT, SENT])
  expect(await gate(to('ada'), request)).toEqual(SENT)
})

it('pauses a host that failed to respond to a user three times in a row, for that user only', async () => {
  for (let count = 0; count < 3; count += 1) expect(await gate(to('ada'), silence)).toMatchObject({ kind: 'failed' })
  const request = vi.fn<() => Promise<Outcome>>(async () => SENT)
  expect(await gate(to('ada'), request)).toMatchObject({ kind: 'failed', problem: expect.stringContaining('several times in a row') })
  expect(request).not.toHaveBeenCalled()
  expect(await gate(to('bob'), request)).toEqual(SENT)
  now += 5 * 60_000
  expect(await gate(to('ada'), request)).toEqual(SENT)
  expect(await gate(to('ada'), silence)).toMatchObject({ kind: 'failed' })
  expect(await gate(to('ada'), request)).toEqual(SENT)
})

it('does not count other failures as missing responses', async () => {
  const refused = () => Promise.reject(new RequestFault('Nobody answers at this address.'))
  for (let count = 0; count < 5; count += 1)
    expect(await gate(to('ada'), refused)).toEqual({ kind: 'failed', problem: 'Nobody answers at this address.' })
  expect(await gate(to('ada'), async () => SENT)).toEqual(SENT)
})

it('limits concurrent requests to hosts that did not respond last time', async () => {
  await gate(to('ada'), silence)
  await gate(to('bob'), silence)
  const first = held('ada')
  expect(await gate(to('bob'), async () => SENT)).toMatchObject({ kind: 'postponed' })
  expect(await gate(to('eve'), async () => SENT)).toEqual(SENT)
  first.letGo()
  await first.outcome
  expect(await gate(to('bob'), async () => SENT)).toEqual(SENT)
})

it('releases its slot when the request throws unexpectedly', async () => {
  for (let count = 0; count < 4; count += 1)
    await expect(gate(to('ada'), () => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
  expect(await gate(to('ada'), async () => SENT)).toEqual(SENT)
})
