import * as z from 'zod/mini'
import { LAYOUT_FIELD_MESSAGES } from '../field-words.ts'
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

const isAtMost = (limit: number) => (value: unknown) => JSON.stringify(value).length <= limit
const fieldMessages = {
  error: (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys' ? LAYOUT_FIELD_MESSAGES.unknownField(issue.keys.join(', ')) : LAYOUT_FIELD_MESSAGES.fieldsExpected,
}
const slotId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, LAYOUT_FIELD_MESSAGES.id))

const slotChannel = z.int().check(z.gte(1, LAYOUT_FIELD_MESSAGES.channel), z.lte(8, LAYOUT_FIELD_MESSAGES.channel))

/** A slot of a workspace. */
export const layoutSlot = z.strictObject(
  {
    id: slotId,
    /** Unknown kinds are kept. */
    kind: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/, LAYOUT_FIELD_MESSAGES.kind)),
    channel: z.nullable(slotChannel),
    coin: z.optional(symbol),
    title: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    options: z._default(
      z.record(z.string(), z.unknown()).check(z.refine(isAtMost(SLOT_OPTIONS_LIMIT), LAYOUT_FIELD_MESSAGES.options(SLOT_OPTIONS_LIMIT))),
      {},
    ),
  },
  fieldMessages,
)
export type LayoutSlot = z.output<typeof layoutSlot>

const weight = z.number().check(z.gt(0, LAYOUT_FIELD_MESSAGES.weight), z.lte(1_000_000))

/** Stacked slots; only `active` is visible. */
export const layoutTabs = z.strictObject(
  {
    type: z.literal('tabs'),
    weight,
    slots: z.array(slotId).check(z.minLength(1, LAYOUT_FIELD_MESSAGES.emptyTabs), z.maxLength(MOST_SLOTS)),
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
      return z.array(layoutPlace).check(z.minLength(2, LAYOUT_FIELD_MESSAGES.fewParts), z.maxLength(MOST_SLOTS))
    },
  },
  fieldMessages,
)
/** Schema of `LayoutNode`. */
export const layoutPlace: z.ZodMiniType<LayoutNode, LayoutNode> = z.discriminatedUnion(
  'type',
  [layoutTabs, layoutSplit],
  LAYOUT_FIELD_MESSAGES.place,
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
    version: z.literal(LAYOUT_VERSION, LAYOUT_FIELD_MESSAGES.version(LAYOUT_VERSION)),
    name: z.string().check(z.maxLength(60, LAYOUT_FIELD_MESSAGES.name)),
    slots: z.array(layoutSlot).check(z.maxLength(MOST_SLOTS, LAYOUT_FIELD_MESSAGES.mostSlots(MOST_SLOTS))),
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
  if (hasTwice(ids)) return LAYOUT_FIELD_MESSAGES.sameId
  if (hasTwice(placed)) return LAYOUT_FIELD_MESSAGES.twoPositions
  const missing = ids.find((id) => !placed.includes(id))
  if (missing !== undefined) return LAYOUT_FIELD_MESSAGES.noPosition(missing)
  const unknown = placed.find((id) => !ids.includes(id))
  if (unknown !== undefined) return LAYOUT_FIELD_MESSAGES.noSlot(unknown)
  if (groups.some(({ slots, active }) => !slots.includes(active))) return LAYOUT_FIELD_MESSAGES.active
  return layout.maximised === null || ids.includes(layout.maximised) ? null : LAYOUT_FIELD_MESSAGES.maximised
}

/** A workspace layout: each slot has exactly one place. Unknown kinds are kept, unknown fields refused. Bounded parse time and memory. */
export const layout = z.pipe(
  z.unknown().check(z.refine(isShallow, LAYOUT_FIELD_MESSAGES.tooDeep)),
  layoutFields.check(
    z.check((context) => {
      const problem = misfit(context.value)
      if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value, path: [] })
    }),
    z.refine(isAtMost(LAYOUT_LIMIT), LAYOUT_FIELD_MESSAGES.tooLarge(LAYOUT_LIMIT / 1024)),
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
