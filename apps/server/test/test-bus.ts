import { systemClock } from '@aerie/core/time'
import { memoryRoom, openBus, type Transport } from '../src/platform/bus/bus.ts'

/** A bus without other processes, or with those that share the room of `transport`. */
export const testBus = (transport?: Transport) =>
  openBus({
    transport: transport ?? memoryRoom()(),
    isShared: transport !== undefined,
    secretKey: new Uint8Array(32),
    clock: systemClock,
    onError: (error) => {
      throw error
    },
  })

/** Transports of processes, numbered from 0, between which messages can be lost. */
export function lossyRoom() {
  const makeTransport = memoryRoom()
  let isLost = (_from: number, _to: number): boolean => false
  let processes = 0
  return {
    lose: (which: typeof isLost): void => {
      isLost = which
    },
    transport: (): Transport => {
      const own = processes
      processes += 1
      const inner = makeTransport()
      return {
        ...inner,
        publish: (channel, text) => inner.publish(channel, `${own}:${text}`),
        subscribe: (channel, listener) =>
          inner.subscribe(channel, (text) => {
            const at = text.indexOf(':')
            if (!isLost(Number(text.slice(0, at)), own)) listener(text.slice(at + 1))
          }),
      }
    },
  }
}
