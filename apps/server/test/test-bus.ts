import { memoryRoom, openBus, type Transport } from '../src/platform/bus/bus.ts'

/** A bus without other processes, or with those that share the room of `transport`. */
export const testBus = (transport?: Transport) =>
  openBus({
    transport: transport ?? memoryRoom()(),
    isShared: transport !== undefined,
    secretKey: new Uint8Array(32),
    onError: (error) => {
      throw error
    },
  })
