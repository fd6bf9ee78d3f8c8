import { epochMs } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { marketCommands } from '../commands/market-command-listener.ts'
import { replayService } from './replay-service.ts'

const clock = { now: () => epochMs(0) }
const HOUR = 3_600_000

function stage({ controls = 'operator', kind = 'replay' }: { controls?: 'operator' | 'users'; kind?: 'replay' | 'sim' } = {}) {
  const pressed: string[] = []
  const press = (name: string) => () => void pressed.push(name)
  const service = replayService({
    controls,
    clock,
    market: {
      hub: { kind: () => kind, now: () => 2 * HOUR },
      transport: () => ({
        state: () => ({ state: 'paused', speed: 60, from: epochMs(HOUR), end: epochMs(9 * HOUR), stepMs: 60_000 }),
        pause: press('pause'),
        play: press('play'),
        step: press('step'),
        setSpeed: (speed) => void pressed.push(`speed ${speed}`),
        startingAt: () => {
          throw new Error('never asked here')
        },
      }),
      jump: async (at) => void pressed.push(`jump ${at}`),
    },
  })
  return { service, pressed, obey: marketCommands({ goLive: async () => ({ isDone: true, text: 'live' }), replay: service }) }
}

it('belongs to the operator unless the server was started otherwise', async () => {
  const { service, pressed, obey } = stage()
  await expect(service.obeyUser({ action: 'play' })).rejects.toMatchObject({ code: 'forbidden' })
  expect(pressed).toEqual([])
  expect(await obey({ action: 'play' })).toEqual({
    isDone: true,
    text: 'The replay is paused at 1970-01-01T02:00:00Z, speed 60. The recording runs from 1970-01-01T01:00:00Z to 1970-01-01T09:00:00Z.',
  })
  expect(pressed).toEqual(['play'])
})

it('executes each of its commands once', async () => {
  const { service, pressed } = stage({ controls: 'users' })
  for (const action of ['pause', 'play', 'step'] as const) await service.obeyUser({ action })
  await service.obeyUser({ action: 'speed', speed: 5 })
  await service.obeyUser({ action: 'jump', to: 7 })
  expect(pressed).toEqual(['pause', 'play', 'step', 'speed 5', 'jump 7'])
})

it('does not exist in another market, and reports this to the operator too', async () => {
  const { service, obey } = stage({ kind: 'sim', controls: 'users' })
  expect(() => service.view()).toThrow(expect.objectContaining({ code: 'not_found' }))
  await expect(service.obeyUser({ action: 'play' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(obey('replay')).rejects.toMatchObject({ detail: 'This market is not a replay.' })
})

it('limits the commands of all users together, but not those of the operator', async () => {
  const { service } = stage({ controls: 'users' })
  for (let n = 0; n < 60; n += 1) await service.obeyUser({ action: 'step' })
  await expect(service.obeyUser({ action: 'step' })).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(service.obey({ action: 'step' })).resolves.toMatchObject({ state: 'paused' })
})
