import { type ImportMapping, importMapping } from '@aerie/wire/journal/journal-imports'
import * as z from 'zod/mini'

/** A field that a column may hold. */
export type MappingField = keyof ImportMapping

type FieldWords = { readonly id: MappingField; readonly title: string; readonly isNeeded: boolean; readonly names: RegExp }

/** What a file must or may tell of a fill, and headings that usually mean it. */
export const MAPPING_FIELDS: readonly FieldWords[] = [
  { id: 'time', title: 'Time', isNeeded: true, names: /time|date|executed at/i },
  { id: 'symbol', title: 'Market', isNeeded: true, names: /symbol|market|pair|coin|instrument|contract/i },
  { id: 'side', title: 'Side', isNeeded: true, names: /side|direction|type|buy/i },
  { id: 'price', title: 'Price', isNeeded: true, names: /price|rate/i },
  { id: 'size', title: 'Size', isNeeded: true, names: /size|amount|quantity|qty|executed/i },
  { id: 'fee', title: 'Fee', isNeeded: false, names: /^fees?$|commission/i },
  { id: 'fee_coin', title: 'Fee coin', isNeeded: false, names: /fee.*(coin|asset|currency)/i },
  { id: 'trade_id', title: 'Trade ID', isNeeded: false, names: /(trade|fill|exec).*id|^id$/i },
]

type Chosen = Readonly<Partial<Record<MappingField, string>>>

/** A first guess by the headings; each column holds one field at most. */
export function guessMapping(header: readonly string[]): Chosen {
  const taken = new Set<string>()
  const guess: Partial<Record<MappingField, string>> = {}
  for (const { id, names } of MAPPING_FIELDS) {
    const column = header.find((name) => names.test(name) && !taken.has(name))
    if (column === undefined) continue
    taken.add(column)
    guess[id] = column
  }
  return guess
}

/** The mapping, or the fields that have no column yet. */
export function mappingOf(chosen: Chosen): { readonly mapping: ImportMapping | null; readonly missing: readonly string[] } {
  const missing = MAPPING_FIELDS.filter(({ id, isNeeded }) => isNeeded && (chosen[id] ?? '') === '').map(({ title }) => title)
  const parsed = z.safeParse(importMapping, Object.fromEntries(Object.entries(chosen).filter(([, column]) => column !== '')))
  return { mapping: parsed.success ? parsed.data : null, missing }
}
