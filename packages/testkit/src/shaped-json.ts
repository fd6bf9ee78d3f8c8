import fc from 'fast-check'
import { hostileJson } from './hostile-json.ts'

/** JSON schema, as in `z.toJSONSchema` and the OpenAPI document. */
export type JsonSchema = Readonly<Record<string, unknown>>
/** Existing values by field name; random symbols or ids would fail the first check. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const numberIn = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

/** Depth limit, deeper than any product schema; ends recursive ones. */
const DEEPEST_SCHEMA = 8

/** Values allowed by a schema, using known values by field `name`. */
export function shapedValue(schema: JsonSchema, known: KnownValues = {}, name = '', depth = 0): fc.Arbitrary<unknown> {
  const plain = depth > DEEPEST_SCHEMA ? fc.constant(null) : bySchema(schema, known, name, depth)
  const values = Object.hasOwn(known, name) ? (known[name] ?? []) : []
  return values.length === 0 ? plain : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: plain })
}

function bySchema(schema: JsonSchema, known: KnownValues, name: string, depth: number): fc.Arbitrary<unknown> {
  const inside = (part: JsonSchema, field = name) => shapedValue(part, known, field, depth + 1)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const options = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)]
  if (options.length > 0) return fc.oneof(...options.map((option) => inside(option)))
  const [first] = schemasIn(schema.allOf)
  if (first !== undefined) return inside(first)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, inside)
    case 'array':
      return arrayOf(schema, inside)
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: integerFrom(schema), max: integerTo(schema) })
    case 'number':
      return fc.oneof(fc.integer({ min: integerFrom(schema), max: integerTo(schema) }), fc.constantFrom(0.5, 1.25, 99.9))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

type Inside = (part: JsonSchema, field?: string) => fc.Arbitrary<unknown>

function objectOf(schema: JsonSchema, inside: Inside): fc.Arbitrary<unknown> {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  const required = Array.isArray(schema.required) ? schema.required.filter((key): key is string => typeof key === 'string') : []
  const model = Object.fromEntries(properties.map(([key, part]) => [key, inside(isSchema(part) ? part : {}, key)]))
  return fc.record(model, { requiredKeys: required.filter((key) => Object.hasOwn(model, key)) })
}

function arrayOf(schema: JsonSchema, inside: Inside): fc.Arbitrary<unknown> {
  const tupleSchemas = schemasIn(schema.prefixItems)
  if (tupleSchemas.length > 0) return fc.tuple(...tupleSchemas.map((place) => inside(place)))
  const minLength = numberIn(schema.minItems, 0)
  return fc.array(inside(isSchema(schema.items) ? schema.items : {}), {
    minLength,
    maxLength: Math.max(minLength, Math.min(12, numberIn(schema.maxItems, 12))),
  })
}

const integerFrom = ({ minimum, exclusiveMinimum }: JsonSchema): number =>
  Math.max(-2_000_000_000, Math.ceil(numberIn(minimum, numberIn(exclusiveMinimum, -2_000_000_000))))
const integerTo = (schema: JsonSchema): number =>
  Math.max(
    integerFrom(schema),
    Math.min(2_000_000_000, Math.floor(numberIn(schema.maximum, numberIn(schema.exclusiveMaximum, 2_000_000_000)))),
  )

function textOf({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'email') return fc.constantFrom('ann@example.org', 'bob@example.org')
  const ofPattern = typeof pattern === 'string' ? matching(pattern) : undefined
  if (ofPattern !== undefined) return ofPattern
  const least = numberIn(minLength, 0)
  return fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.max(least, Math.min(60, numberIn(maxLength, 60))) })
}

/** Undefined for patterns fast-check cannot generate. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: 60 })
  } catch {
    return undefined
  }
}

/** Placeholder replaced by raw text after serialization. */
const HOLE = 'a-hole-for-text'

/** JSON text valid by its schema except for one fault: a hostile value, or a missing, extra or duplicate key. */
export const nearlyShapedJson = (schema: JsonSchema, known: KnownValues = {}): fc.Arbitrary<string> =>
  fc
    .tuple(shapedValue(schema, known), hostileJson, fc.nat(30), fc.constantFrom(...FAULTS))
    .map(([value, text, at, fault]) => fault(value, text, at))

type Fault = (value: unknown, text: string, at: number) => string

function replacersOf(value: unknown, replace: (replaced: unknown) => unknown = (replaced) => replaced): ((replaced: unknown) => unknown)[] {
  if (Array.isArray(value))
    return [replace, ...value.flatMap((item, index) => replacersOf(item, (replaced) => replace(value.with(index, replaced))))]
  if (!isSchema(value)) return [replace]
  return [replace, ...Object.keys(value).flatMap((key) => replacersOf(value[key], (replaced) => replace({ ...value, [key]: replaced })))]
}

const fill = (value: unknown, text: string): string => (JSON.stringify(value) ?? 'null').replace(`"${HOLE}"`, () => text)

const replaceOne: Fault = (value, text, at) => {
  const all = replacersOf(value)
  return fill(all[at % all.length]?.(HOLE), text)
}
const leaveOneOut: Fault = (value, _text, at) => {
  if (!isSchema(value)) return 'null'
  const keys = Object.keys(value)
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([key]) => key !== keys[at % Math.max(1, keys.length)])))
}
const addOne: Fault = (value, text, at) => {
  const key = ['__proto__', 'constructor', 'id', 'user_id', 'role', ''][at % 6] ?? ''
  const body = JSON.stringify(isSchema(value) ? value : {})
  return `{${JSON.stringify(key)}:${text}${body === '{}' ? '}' : `,${body.slice(1)}`}`
}
const giveTwice: Fault = (value, text, at) => {
  const keys = isSchema(value) ? Object.keys(value) : []
  const body = JSON.stringify(isSchema(value) ? value : {})
  return keys.length === 0 ? `[${text},${text}]` : `${body.slice(0, -1)},${JSON.stringify(keys[at % keys.length])}:${text}}`
}
const wrap: Fault = (value) => JSON.stringify([value]) ?? '[]'

const FAULTS: readonly Fault[] = [replaceOne, replaceOne, replaceOne, leaveOneOut, addOne, giveTwice, wrap]
