import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { wireEndpoints, wireSchemas } from './protocol.ts'

/** Incremented whenever a schema or an endpoint changes. */
const PROTOCOL = 20

/** Parts of an endpoint that may change freely. */
const PROSE: readonly string[] = ['summary', 'description', 'tag']

const byName = <T>(named: ReadonlyMap<string, T>) => [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))
const shapeOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

it('matches the schemas and endpoints of its protocol number: a change requires a bump of PROTOCOL and of this hash', () => {
  const schemas = byName(wireSchemas()).map(([name, schema]) => [name, shapeOf(schema)])
  const endpoints = byName(wireEndpoints()).map(([name, endpoint]) => [
    name,
    Object.entries(endpoint)
      .filter(([part]) => !PROSE.includes(part))
      .map(([part, value]) => [part, value instanceof z.core.$ZodType ? shapeOf(value) : value]),
  ])
  const hash = createHash('sha256')
    .update(JSON.stringify([schemas, endpoints]))
    .digest('hex')
    .slice(0, 16)
  expect({ protocol: PROTOCOL, hash }).toMatchInlineSnapshot(`
    {
      "hash": "a3284e263060bb13",
      "protocol": 20,
    }
  `)
})
