import { createHash } from 'node:crypto'

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** Independent of field order; commands with the same client id must have equal hashes. */
export const commandHash = (kind: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, sorted(body)]))
    .digest()
