import { itemAt } from '@aerie/core/item-at'
import { numberAt } from '@aerie/core/numbers/number-at'
import { LEVEL_COUNT, QUANTILE_LEVELS } from './quantile-levels.ts'
import { SortedWindow } from './sorted-window.ts'

/** Residuals kept a horizon: half a year of hours. */
const KEPT = 4380
/** Below this many residuals their quantiles are not used at all. */
const ENOUGH = 500

/**
 * Symmetrised quantiles of the last standardised residuals of one horizon (filtered historical simulation,
 * Barone-Adesi et al. 1999). While there are few, Student-t quantiles stand in; from 500 on the two are blended by
 * n / (n + 500), and a full window stands alone (METHOD.md step 6).
 */
export class ResidualQuantiles {
  readonly #window = new SortedWindow(KEPT)
  readonly #student: ArrayLike<number>

  /** @param student Student-t quantiles at QUANTILE_LEVELS */
  constructor(student: ArrayLike<number>) {
    this.#student = student
  }

  get size(): number {
    return this.#window.size
  }

  push(residual: number): void {
    this.#window.push(residual)
  }

  /** Writes the standardised quantile at each of QUANTILE_LEVELS, antisymmetric around the median. */
  write(into: Float64Array): void {
    const { size, isFull } = this.#window
    const share = isFull ? 1 : size < ENOUGH ? 0 : size / (size + ENOUGH)
    for (let i = 0; i < LEVEL_COUNT; i++) {
      const student = numberAt(this.#student, i)
      into[i] = share === 0 ? student : share * this.#symmetric(itemAt(QUANTILE_LEVELS, i)) + (1 - share) * student
    }
  }

  #symmetric(level: number): number {
    return (this.#window.quantile(level) - this.#window.quantile(1 - level)) / 2
  }
}
