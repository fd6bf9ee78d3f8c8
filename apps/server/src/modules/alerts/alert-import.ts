import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { AppError } from '../../plugins/app-error.ts'

type Sorted = { readonly good: AlertTerms[]; readonly duplicates: number; readonly refused: { index: number; reason: string }[] }

const fingerprint = (terms: AlertTerms): string => JSON.stringify(Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * What of an import is to be made: what is there already, or twice in the file, is left out; what is no alert is named with its reason.
 *
 * @param present what the user has
 * @throws whatever `parse` throws that is no AppError
 */
export function sortImport(given: readonly unknown[], present: readonly AlertTerms[], parse: (body: unknown) => AlertTerms): Sorted {
  const seen = new Set(present.map(fingerprint))
  const sorted: Sorted & { duplicates: number } = { good: [], duplicates: 0, refused: [] }
  for (const [index, body] of given.entries()) {
    try {
      const terms = parse(body)
      const print = fingerprint(terms)
      if (seen.has(print)) sorted.duplicates += 1
      else sorted.good.push(terms)
      seen.add(print)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      sorted.refused.push({ index, reason: error.detail })
    }
  }
  return sorted
}
