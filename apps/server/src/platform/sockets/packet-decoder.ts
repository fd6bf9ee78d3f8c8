import { Decoder, Encoder, PacketType } from 'socket.io-parser'

export const MESSAGE_LIMIT_BYTES = 64 * 1_024
/** The deepest valid message, a mirrored state, has ten levels. */
const MOST_LEVELS = 32
/** The largest valid message has the 120 symbols of `watch`. */
const MOST_VALUES = 1_000

/** Placeholder for a payload that was not parsed; cannot be produced by JSON. */
export class RefusedPayload {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const HEAD = /^(\d)(?:(\d+)-)?(\/[^,]*,?)?(\d*)/

/** Rejected packets arrive as events with a `RefusedPayload`, so that the sender gets an error instead of a disconnect. */
class GuardedDecoder extends Decoder {
  #attachments = 0

  override add(given: unknown): void {
    if (typeof given === 'string') this.#addText(given)
    else this.#dropAttachment()
  }

  #addText(text: string): void {
    const [head = '', type, attachments = '0', namespace = '/'] = HEAD.exec(text) ?? []
    this.#attachments += Number(attachments)
    const kind = Number(type)
    if (kind === PacketType.EVENT) this.#addEvent(text, head.length, namespace)
    else if (kind === PacketType.BINARY_EVENT) this.#refuse(namespace, 'messages are text, without attachments')
    // Acks are dropped: the server requests none.
    else if (kind !== PacketType.ACK && kind !== PacketType.BINARY_ACK) super.add(text)
  }

  #addEvent(text: string, start: number, namespace: string): void {
    const fault = Buffer.byteLength(text) > MESSAGE_LIMIT_BYTES ? 'larger than 64 kB' : shapeFault(text, start)
    if (fault !== undefined) this.#refuse(namespace, fault)
    else if (!this.#isDecoded(text)) this.#refuse(namespace, 'not a well-formed message')
  }

  /** Socket.IO throws messages for its log; clients get ours. */
  #isDecoded(text: string): boolean {
    try {
      super.add(text)
      return true
    } catch {
      return false
    }
  }

  #refuse(namespace: string, reason: string): void {
    const nsp = namespace.endsWith(',') ? namespace.slice(0, -1) : namespace
    this.emitReserved('decoded', { type: PacketType.EVENT, nsp, data: ['', new RefusedPayload(reason)] })
  }

  #dropAttachment(): void {
    if (this.#attachments < 1) throw new Error('a binary frame that belongs to no message')
    this.#attachments -= 1
  }
}

function shapeFault(text: string, start: number): string | undefined {
  let level = 0
  let values = 0
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case COMMA:
        values += 1
        break
      case OPEN_BRACKET:
      case OPEN_BRACE:
        level += 1
        if (level > MOST_LEVELS) return 'nested too deeply'
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        level -= 1
    }
  }
  return values > MOST_VALUES ? 'too many values' : undefined
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

export const guardedParser = { Encoder, Decoder: GuardedDecoder }
