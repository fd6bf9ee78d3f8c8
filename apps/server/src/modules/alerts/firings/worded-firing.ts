import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { alertSentence } from '@aerie/wire/alerts/alert-sentence'
import { firingText } from '../alert-text.ts'
import type { NewFiring } from './firing-store.ts'

/** A firing whose words are not made yet: of a thousand, those that are written first do not wait for the words of the rest. */
export type Unworded = Omit<NewFiring, 'title' | 'text'> & { readonly terms: AlertTerms; readonly what: string | undefined }

/** The firing as it is stored. */
export function worded({ terms, what, ...firing }: Unworded): NewFiring {
  const { at, seen, late, kind, value } = firing
  const details = { what, value: value ?? undefined, sourceKind: kind ?? undefined, at, seenAt: seen, isLate: late }
  return { ...firing, title: alertSentence(terms), text: firingText(terms, details) }
}
