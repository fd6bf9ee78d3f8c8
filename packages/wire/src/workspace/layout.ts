import * as z from 'zod/mini'
import { symbol } from '../market/market.ts'

/** Layout format version; files of another version are refused by name. */
export const LAYOUT_VERSION = 1
/** Maximum slots per layout. */
export const MOST_SLOTS = 24
/** Maximum layout size, in JSON characters. */
export const LAYOUT_LIMIT = 64 * 1024
/** Maximum layout file size in bytes, checked before reading. */
export const LAYOUT_FILE_LIMIT_BYTES = 256 * 1024
/** Maximum size of a slot's `options`, in JSON characters. */
export const SLOT_OPTIONS_LIMIT = 4 * 1024
/** Maximum JSON nesting, far above any real workspace; bounds the parser's stack. */
export const LAYOUT_DEPTH_LIMIT = 64

/** Layouts are read from a file, so each message names the violated rule. */
const FIELD_MESSAGES = {
  unknownField: (names: string) => `unknown field ${names}`,
  fieldsExpected: 'fields are expected here',
  id: 'an id has 1 to 40 letters, digits, - or _',
  channel: 'a channel is a number from 1 to 8',
  kind: 'a kind is a short word in lower case',
  options: (most: number) => `options have at most ${most} characters`,
  weight: 'a weight is above 0',
  emptyTabs: 'tabs have at least one slot',
  fewParts: 'a row or column has at least two parts',
  place: 'a place is tabs, a row or a column',
  version: (version: number) => `this version of Aerie reads layouts of version ${version}`,
  name: 'a name has at most 60 characters',
  mostSlots: (most: number) => `a layout has at most ${most} slots`,
  sameId: 'two slots have the same id',
  twoPositions: 'a slot has two places',
  noPosition: (id: string) => `slot ${id} has no place`,
  noSlot: (id: string) => `there is no slot ${id}`,
  active: 'the active slot of tabs is not one of them',
  maximised: 'the maximised slot does not exist',
  tooDeep: 'a layout is not nested that deeply',
  tooLarge: (kilobytes: number) => `a layout has at most ${kilobytes} kB`,
} as const

const isAtMost = (limit: number) => (value: unknown) => JSON.stringify(value).length <= limit
const fieldMessages = {
  error: (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys' ? FIELD_MESSAGES.unknownField(issue.keys.join(', ')) : FIELD_MESSAGES.fieldsExpected,
}
const slotId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, FIELD_MESSAGES.id))

const slotChannel = z.int().check(z.gte(1, FIELD_MESSAGES.channel), z.lte(8, FIELD_MESSAGES.channel))

/** A slot of a workspace. */
export const layoutSlot = z.strictObject(
  {
    id: slotId,
    /** Unknown kinds are kept. */
    kind: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/, FIELD_MESSAGES.kind)),
    channel: z.nullable(slotChannel),
    coin: z.optional(symbol),
    title: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    options: z._default(
      z.record(z.string(), z.unknown()).check(z.refine(isAtMost(SLOT_OPTIONS_LIMIT), FIELD_MESSAGES.options(SLOT_OPTIONS_LIMIT))),
      {},
    ),
  },
  fieldMessages,
)
export type LayoutSlot = z.output<typeof layoutSlot>

const weight = z.number().check(z.gt(0, FIELD_MESSAGES.weight), z.lte(1_000_000))

/** Stacked slots; only `active` is visible. */
export const layoutTabs = z.strictObject(
  {
    type: z.literal('tabs'),
    weight,
    slots: z.array(slotId).check(z.minLength(1, FIELD_MESSAGES.emptyTabs), z.maxLength(MOST_SLOTS)),
    active: slotId,
  },
  fieldMessages,
)
export type LayoutTabs = z.output<typeof layoutTabs>

/** Parts side by side (`row`) or stacked vertically (`column`). */
export type LayoutSplit = { type: 'row' | 'column'; weight: number; parts: LayoutNode[] }
/** A layout tree node: tabs, or a row or column of nodes. */
export type LayoutNode = LayoutTabs | LayoutSplit

/** A row or column of nodes. */
export const layoutSplit = z.strictObject(
  {
    type: z.enum(['row', 'column']),
    weight,
    get parts(): z.ZodMiniArray<z.ZodMiniType<LayoutNode, LayoutNode>> {
      return z.array(layoutPlace).check(z.minLength(2, FIELD_MESSAGES.fewParts), z.maxLength(MOST_SLOTS))
    },
  },
  fieldMessages,
)
/** Schema of `LayoutNode`. */
export const layoutPlace: z.ZodMiniType<LayoutNode, LayoutNode> = z.discriminatedUnion(
  'type',
  [layoutTabs, layoutSplit],
  FIELD_MESSAGES.place,
)

/** Tabs in a separate window, with its last position in CSS pixels of the desktop. */
export const layoutWindow = z.strictObject(
  {
    slots: z.array(slotId).check(z.minLength(1), z.maxLength(MOST_SLOTS)),
    active: slotId,
    bounds: z.nullable(
      z.strictObject({
        left: z.int().check(z.gte(-100_000), z.lte(100_000)),
        top: z.int().check(z.gte(-100_000), z.lte(100_000)),
        width: z.int().check(z.gte(1), z.lte(100_000)),
        height: z.int().check(z.gte(1), z.lte(100_000)),
      }),
    ),
  },
  fieldMessages,
)
export type LayoutWindow = z.output<typeof layoutWindow>

const layoutFields = z.strictObject(
  {
    version: z.literal(LAYOUT_VERSION, FIELD_MESSAGES.version(LAYOUT_VERSION)),
    name: z.string().check(z.maxLength(60, FIELD_MESSAGES.name)),
    slots: z.array(layoutSlot).check(z.maxLength(MOST_SLOTS, FIELD_MESSAGES.mostSlots(MOST_SLOTS))),
    place: z.nullable(layoutPlace),
    windows: z._default(z.array(layoutWindow).check(z.maxLength(MOST_SLOTS)), []),
    maximised: z._default(z.nullable(slotId), null),
    locked: z._default(z.boolean(), false),
  },
  fieldMessages,
)

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= LAYOUT_DEPTH_LIMIT; depth += 1) {
    if (level.length === 0) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return level.length === 0
}

/** Tabs of a node, left to right and top to bottom. */
export const tabsOf = (place: LayoutNode | null): readonly LayoutTabs[] => {
  if (place === null) return []
  return place.type === 'tabs' ? [place] : place.parts.flatMap(tabsOf)
}

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length

function misfit(layout: z.output<typeof layoutFields>): string | null {
  const ids = layout.slots.map(({ id }) => id)
  const groups = [...tabsOf(layout.place), ...layout.windows]
  const placed = groups.flatMap(({ slots }) => slots)
  if (hasTwice(ids)) return FIELD_MESSAGES.sameId
  if (hasTwice(placed)) return FIELD_MESSAGES.twoPositions
  const missing = ids.find((id) => !placed.includes(id))
  if (missing !== undefined) return FIELD_MESSAGES.noPosition(missing)
  const unknown = placed.find((id) => !ids.includes(id))
  if (unknown !== undefined) return FIELD_MESSAGES.noSlot(unknown)
  if (groups.some(({ slots, active }) => !slots.includes(active))) return FIELD_MESSAGES.active
  return layout.maximised === null || ids.includes(layout.maximised) ? null : FIELD_MESSAGES.maximised
}

/** A workspace layout: each slot has exactly one place. Unknown kinds are kept, unknown fields refused. Bounded parse time and memory. */
export const layout = z.pipe(
  z.unknown().check(z.refine(isShallow, FIELD_MESSAGES.tooDeep)),
  layoutFields.check(
    z.check((context) => {
      const problem = misfit(context.value)
      if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value, path: [] })
    }),
    z.refine(isAtMost(LAYOUT_LIMIT), FIELD_MESSAGES.tooLarge(LAYOUT_LIMIT / 1024)),
  ),
)
export type Layout = z.output<typeof layout>

/** An empty workspace. */
export const EMPTY_LAYOUT: Layout = {
  version: LAYOUT_VERSION,
  name: '',
  slots: [],
  place: null,
  windows: [],
  maximised: null,
  locked: false,
}
