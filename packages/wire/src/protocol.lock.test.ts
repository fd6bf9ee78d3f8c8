import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PROTOCOL, wireSchemas } from './protocol.ts'

it('matches the schemas of its protocol number: a change requires a bump of PROTOCOL and of this hash', () => {
  const byName = [...wireSchemas()].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const shapes = byName.map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })])
  const hash = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 16)
  expect({ protocol: PROTOCOL, hash }).toMatchInlineSnapshot(`
    {
      "hash": "f645d7f2ccb11051",
      "protocol": 14,
    }
  `)
})
