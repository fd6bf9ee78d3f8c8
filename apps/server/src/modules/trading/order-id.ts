import { hash } from 'node:crypto'

const VARIANTS = '89ab'

/** The server's name of an order: the same for the same account and client id, for ever, and told by no other. A UUID of version 8. */
export function orderIdOf(accountId: string, clientId: string): string {
  const hex = hash('sha256', `${accountId} ${clientId}`, 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
