import * as z from 'zod/mini'
import { LAYOUT_FIELD_WORDS } from '../field-words.ts'
import { symbol } from '../market/market.ts'

/** Version of the layout's form; a file of another one is refused by name. */
export const LAYOUT_VERSION = 1
/** Most slots of one layout. */
export const MOST_SLOTS = 24
/** Largest layout, in characters of its JSON. */
export const LAYOUT_LIMIT = 64 * 1024
/** Largest file that is read as a layout, in bytes; a larger one is refused before it is read. */
export const LAYOUT_FILE_LIMIT_BYTES = 256 * 1024
/** Largest `options` of one slot, in characters of its JSON. */
export const SLOT_OPTIONS_LIMIT = 4 * 1024
/** Deepest nesting of JSON in a layout. No workspace that a person makes comes near it; it keeps the parser's stack small. */
export const LAYOUT_DEPTH_LIMIT = 64

const isAtMost = (limit: number) => (value: unknown) => JSON.stringify(value).length <= limit
/** Says what is wrong with an object as such: `unknown field script`. */
const fieldWords = {
  error: (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys' ? LAYOUT_FIELD_WORDS.unknownField(issue.keys.join(', ')) : LAYOUT_FIELD_WORDS.fieldsExpected,
}
const slotId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, LAYOUT_FIELD_WORDS.id))

/** One of the eight user channels of FDC3. */
const slotChannel = z.int().check(z.gte(1, LAYOUT_FIELD_WORDS.channel), z.lte(8, LAYOUT_FIELD_WORDS.channel))

/** One thing that a workspace shows. */
export const layoutSlot = z.strictObject(
  {
    /** Its own within the layout. */
    id: slotId,
    /** What it shows: `chart`, `depth`. A kind that this version does not know is kept, and said where it would be. */
    kind: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/, LAYOUT_FIELD_WORDS.kind)),
    /** The channel it follows; null where it keeps a coin of its own. */
    channel: z.nullable(slotChannel),
    /** Its own coin; absent where it never had one. */
    coin: z.optional(symbol),
    /** What the user calls it; absent: by its kind and coin. */
    title: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    /** What the slot itself keeps; each kind parses it with a schema of its own. */
    options: z._default(
      z.record(z.string(), z.unknown()).check(z.refine(isAtMost(SLOT_OPTIONS_LIMIT), LAYOUT_FIELD_WORDS.options(SLOT_OPTIONS_LIMIT))),
      {},
    ),
  },
  fieldWords,
)
export type LayoutSlot = z.output<typeof layoutSlot>

/** Share of its row or column that a part takes: relative to its neighbours' shares, more than 0. */
const weight = z.number().check(z.gt(0, LAYOUT_FIELD_WORDS.weight), z.lte(1_000_000))

/** Slots one over the other; only `active` is seen. */
export const layoutTabs = z.strictObject(
  {
    type: z.literal('tabs'),
    weight,
    slots: z.array(slotId).check(z.minLength(1, LAYOUT_FIELD_WORDS.emptyTabs), z.maxLength(MOST_SLOTS)),
    active: slotId,
  },
  fieldWords,
)
export type LayoutTabs = z.output<typeof layoutTabs>

/** Parts beside each other (`row`) or one below the other (`column`). */
export type LayoutSplit = { type: 'row' | 'column'; weight: number; parts: LayoutNode[] }
/** A node of the layout tree: tabs, or a row or column of nodes. */
export type LayoutNode = LayoutTabs | LayoutSplit

/** A row or a column of nodes. */
export const layoutSplit = z.strictObject(
  {
    type: z.enum(['row', 'column']),
    weight,
    get parts(): z.ZodMiniArray<z.ZodMiniType<LayoutNode, LayoutNode>> {
      return z.array(layoutPlace).check(z.minLength(2, LAYOUT_FIELD_WORDS.fewParts), z.maxLength(MOST_SLOTS))
    },
  },
  fieldWords,
)
/** Schema of `LayoutNode`. */
export const layoutPlace: z.ZodMiniType<LayoutNode, LayoutNode> = z.discriminatedUnion(
  'type',
  [layoutTabs, layoutSplit],
  LAYOUT_FIELD_WORDS.place,
)

/** Tabs that stand in a window of their own, and where that window last stood, in CSS pixels of the desktop. */
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
  fieldWords,
)
export type LayoutWindow = z.output<typeof layoutWindow>

const layoutFields = z.strictObject(
  {
    version: z.literal(LAYOUT_VERSION, LAYOUT_FIELD_WORDS.version(LAYOUT_VERSION)),
    /** What the user calls it; empty for a working copy that was never saved under a name. */
    name: z.string().check(z.maxLength(60, LAYOUT_FIELD_WORDS.name)),
    slots: z.array(layoutSlot).check(z.maxLength(MOST_SLOTS, LAYOUT_FIELD_WORDS.mostSlots(MOST_SLOTS))),
    /** Null: an empty workspace. */
    place: z.nullable(layoutPlace),
    windows: z._default(z.array(layoutWindow).check(z.maxLength(MOST_SLOTS)), []),
    /** The slot that fills the whole workspace for now, or null. */
    maximised: z._default(z.nullable(slotId), null),
    /** Slots stay where they are: neither moved nor resized. */
    locked: z._default(z.boolean(), false),
  },
  fieldWords,
)

/** Whether `value` nests less deep than the limit; walks without a stack of calls. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= LAYOUT_DEPTH_LIMIT; depth += 1) {
    if (level.length === 0) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return level.length === 0
}

/** The tabs of a place, left to right and top to bottom. */
export const tabsOf = (place: LayoutNode | null): readonly LayoutTabs[] => {
  if (place === null) return []
  return place.type === 'tabs' ? [place] : place.parts.flatMap(tabsOf)
}

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length

/** What does not fit together in a layout whose parts are each well-formed; null where all does. */
function misfit(layout: z.output<typeof layoutFields>): string | null {
  const ids = layout.slots.map(({ id }) => id)
  const groups = [...tabsOf(layout.place), ...layout.windows]
  const placed = groups.flatMap(({ slots }) => slots)
  if (hasTwice(ids)) return LAYOUT_FIELD_WORDS.sameId
  if (hasTwice(placed)) return LAYOUT_FIELD_WORDS.twoPlaces
  const missing = ids.find((id) => !placed.includes(id))
  if (missing !== undefined) return LAYOUT_FIELD_WORDS.noPlace(missing)
  const unknown = placed.find((id) => !ids.includes(id))
  if (unknown !== undefined) return LAYOUT_FIELD_WORDS.noSlot(unknown)
  if (groups.some(({ slots, active }) => !slots.includes(active))) return LAYOUT_FIELD_WORDS.active
  return layout.maximised === null || ids.includes(layout.maximised) ? null : LAYOUT_FIELD_WORDS.maximised
}

/**
 * A workspace: its slots and where they stand. Every slot has exactly one place. Unknown kinds are kept, unknown fields are
 * refused. Parses in time and memory bound by its size.
 */
export const layout = z.pipe(
  z.unknown().check(z.refine(isShallow, LAYOUT_FIELD_WORDS.tooDeep)),
  layoutFields.check(
    z.check((context) => {
      const problem = misfit(context.value)
      if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value, path: [] })
    }),
    z.refine(isAtMost(LAYOUT_LIMIT), LAYOUT_FIELD_WORDS.tooLarge(LAYOUT_LIMIT / 1024)),
  ),
)
export type Layout = z.output<typeof layout>

/** A workspace with nothing in it. */
export const EMPTY_LAYOUT: Layout = {
  version: LAYOUT_VERSION,
  name: '',
  slots: [],
  place: null,
  windows: [],
  maximised: null,
  locked: false,
}
