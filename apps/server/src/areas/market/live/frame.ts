import type { bookEvents } from '@aerie/wire/market/charts'
import type { LiveEvent, liveEvents } from '@aerie/wire/market/live-socket'
import type * as z from 'zod/mini'

export const LIVE_NAMESPACE = '/live'

export type LiveMessage<E extends LiveEvent> = z.output<(typeof liveEvents & typeof bookEvents)[E]>

/** Engine.IO message (4), Socket.IO event (2) in `/live`, readable by stock clients. */
const PREFIX = `42${LIVE_NAMESPACE},`

const FIN_TEXT = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127

/** Complete unfragmented, unmasked WebSocket text frame (RFC 6455 section 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = FIN_TEXT
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = LENGTH_16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}

export const encodeEvent = <E extends LiveEvent>(event: E, message: LiveMessage<E>): Buffer =>
  textFrame(`${PREFIX}["${event}",${JSON.stringify(message)}]`)
