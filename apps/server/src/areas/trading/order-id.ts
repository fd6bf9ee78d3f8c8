import { hash } from 'node:crypto'

const VARIANTS = '89ab'

/** Deterministic order ID from account and client ID: a UUID of version 8 that does not reveal either. */
export function orderIdOf(accountId: string, clientId: string): string {
  const hex = hash('sha256', `${accountId} ${clientId}`, 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
