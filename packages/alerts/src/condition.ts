/** Which way a series has to go to fire: up, down, or either way. */
export type Direction = 'above' | 'below' | 'cross'

/** A level on a scalar series, and when it counts as reached and as left again. */
export type Condition = {
  readonly direction: Direction
  readonly level: number
  /** Whether the level itself counts as reached: not for prices ("above" is more than), but for changes and ratios. */
  readonly isInclusive: boolean
  /** Where the series has to have gone back to, after a firing, before it can fire again: downwards to `lower`, upwards to `upper`. */
  readonly lower: number
  readonly upper: number
}

/**
 * Where an alert stands. `fresh`: no value was seen. `false`: its condition is not met, and it fires when it is. `true`: met without a
 * firing (it was met at its first value, or during the cool-down): waits until it is not. `fired`: waits until the series went back.
 * Of a crossing, the side that was last seen or reported: `under`, `over`, `firedUnder`, `firedOver`; `false` is on the level itself.
 */
export const PHASES = ['fresh', 'false', 'true', 'fired', 'under', 'over', 'firedUnder', 'firedOver'] as const
/** One of `PHASES`. */
export type Phase = (typeof PHASES)[number]

/** A level that a series may pass: upwards or downwards, itself included or not. */
export type Level = { readonly value: number; readonly isInclusive: boolean }

/** The levels at which an alert has to be looked at again: when the series rises to one or falls to the other. */
export type Watch = { readonly rise?: Level; readonly fall?: Level }

/** What an alert does at a value that its watch was waiting for. */
export type Turn = { readonly phase: Phase; readonly isFiring: boolean }

/**
 * The phase at the first value.
 *
 * @throws never
 */
export function firstPhase({ direction, level, isInclusive }: Condition, value: number): Phase {
  if (direction === 'cross') return value > level ? 'over' : value < level ? 'under' : 'false'
  const isMet = direction === 'above' ? value > level : value < level
  return isMet || (isInclusive && value === level) ? 'true' : 'false'
}

/**
 * The levels that end a phase.
 *
 * @param phase not `fresh`
 * @throws never
 */
export function watchOf(condition: Condition, phase: Phase): Watch {
  return condition.direction === 'cross' ? crossingWatch(condition, phase) : edgeWatch(condition, phase)
}

function edgeWatch({ direction, level, isInclusive, lower, upper }: Condition, phase: Phase): Watch {
  const isUp = direction === 'above'
  const met: Level = { value: level, isInclusive }
  const left: Level = { value: level, isInclusive: !isInclusive }
  const back: Level = { value: isUp ? lower : upper, isInclusive: true }
  if (phase === 'false') return isUp ? { rise: met } : { fall: met }
  const end = phase === 'fired' ? back : left
  return isUp ? { fall: end } : { rise: end }
}

function crossingWatch({ level, lower, upper }: Condition, phase: Phase): Watch {
  const at: Level = { value: level, isInclusive: false }
  if (phase === 'under') return { rise: at }
  if (phase === 'over') return { fall: at }
  if (phase === 'false') return { rise: at, fall: at }
  return { rise: { value: upper, isInclusive: true }, fall: { value: lower, isInclusive: true } }
}

/** Whether a rise to `value` reaches a level. */
export const isRisenTo = (level: Level, value: number): boolean => value > level.value || (level.isInclusive && value === level.value)
/** Whether a fall to `value` reaches a level. */
export const isFallenTo = (level: Level, value: number): boolean => value < level.value || (level.isInclusive && value === level.value)

/**
 * What an alert does at a value that ends its phase.
 *
 * @param isCool whether the cool-down of its last firing has passed; without it no value fires, and the phase turns in silence
 * @returns undefined where the value ends nothing
 * @throws never
 */
export function turnAt(
  condition: Condition,
  phase: Phase,
  { value, isCool }: { readonly value: number; readonly isCool: boolean },
): Turn | undefined {
  const { rise, fall } = watchOf(condition, phase)
  if (rise !== undefined && isRisenTo(rise, value)) return risen(condition, phase, isCool)
  if (fall !== undefined && isFallenTo(fall, value)) return fallen(condition, phase, isCool)
  return undefined
}

function risen({ direction }: Condition, phase: Phase, isCool: boolean): Turn {
  if (direction !== 'cross') return direction === 'above' ? met(isCool) : { phase: 'false', isFiring: false }
  if (phase === 'firedOver') return { phase: 'over', isFiring: false }
  return isCool ? { phase: 'firedOver', isFiring: true } : { phase: 'over', isFiring: false }
}

function fallen({ direction }: Condition, phase: Phase, isCool: boolean): Turn {
  if (direction !== 'cross') return direction === 'below' ? met(isCool) : { phase: 'false', isFiring: false }
  if (phase === 'firedUnder') return { phase: 'under', isFiring: false }
  return isCool ? { phase: 'firedUnder', isFiring: true } : { phase: 'under', isFiring: false }
}

const met = (isCool: boolean): Turn => (isCool ? { phase: 'fired', isFiring: true } : { phase: 'true', isFiring: false })
