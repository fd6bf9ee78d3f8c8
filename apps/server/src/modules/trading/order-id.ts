import { createHash } from 'node:crypto'

/** The server's name of an order: the same for the same account and client id, for ever, and told by no other. A UUID of version 8. */
export function orderIdOf(accountId: string, clientId: string): string {
  const bytes = createHash('sha256').update(`${accountId} ${clientId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
