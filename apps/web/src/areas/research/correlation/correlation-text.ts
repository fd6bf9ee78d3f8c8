import { LEAST_PAIRS } from '@aerie/wire/market/analytics'

export type Cell = {
  readonly pairs: number
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

/** Two decimals with a proper minus sign; a dash for null. */
export const coefficientText = (value: number | null): string =>
  value === null
    ? '—'
    : value
        .toFixed(2)
        .replace('-', '−')
        .replace(/^−0\.00$/, '0.00')

/** E.g. `0.71 to 0.79`. */
export const boundsText = ({ low, high }: Pick<Cell, 'low' | 'high'>): string =>
  low === null || high === null ? '—' : `${coefficientText(low)} to ${coefficientText(high)}`

export function cellText(a: string, b: string, cell: Cell): string {
  if (cell.value !== null)
    return `${a} and ${b}: ${coefficientText(cell.value)} (${boundsText(cell)}), ${cell.pairs.toLocaleString('en-US')} pairs`
  const why = cell.pairs < LEAST_PAIRS ? `${cell.pairs} of at least ${LEAST_PAIRS} common returns` : 'one of the prices did not move'
  return `${a} and ${b}: not known, ${why}`
}

/** Colour strength, -10 to 10. */
export const shadeOf = (value: number | null): number => (value === null ? 0 : Math.round(10 * value))

export const WINDOWS = [
  [24, '24 hours'],
  [72, '3 days'],
  [168, '7 days'],
  [336, '14 days'],
  [720, '30 days'],
  [1_440, '60 days'],
  [2_160, '90 days'],
] as const
