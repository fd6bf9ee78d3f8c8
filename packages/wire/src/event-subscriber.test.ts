import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from './event-subscriber.ts'

const faultsOf = (schema: z.core.$ZodType, value: unknown): Record<string, string[]> => {
  const { error } = z.safeParse(schema, value)
  return error === undefined ? {} : fieldErrors(error)
}

it('groups errors by field', () =>
  expect(
    faultsOf(z.object({ a: z.string().check(z.minLength(3, 'short'), z.regex(/^x/, 'no x')), b: z.int() }), { a: 'a', b: 'b' }),
  ).toEqual({
    a: ['short', 'no x'],
    b: [expect.any(String)],
  }))

it.each(['__proto__', 'constructor', 'toString'])('names a field called %s', (name) => {
  const value: unknown = JSON.parse(`{"${name}":1}`)
  const issue = { code: 'custom' as const, path: [name], message: 'not a text', input: value }
  expect(Object.entries(fieldErrors(new z.core.$ZodError([issue])))).toEqual([[name, ['not a text']]])
})
