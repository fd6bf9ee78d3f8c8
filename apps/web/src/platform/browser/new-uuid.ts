import { itemAt } from '@aerie/core/item-at'
/** A random UUID (version 4). Not `crypto.randomUUID`, which is unavailable on plain HTTP in a LAN. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (itemAt(bytes, 6) & 0x0f) | 0x40
  bytes[8] = (itemAt(bytes, 8) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
