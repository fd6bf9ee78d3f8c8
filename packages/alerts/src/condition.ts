/** Direction that fires an alert; `cross` is either. */
export type Direction = 'above' | 'below' | 'cross'

/** Level on a scalar series, and when it is reached and left. */
export type Condition = {
  readonly direction: Direction
  readonly level: number
  /** Whether reaching the level exactly counts: false for prices ("above" means more than), true for changes and ratios. */
  readonly isInclusive: boolean
  /** Rearm levels after a firing: down to `lower`, up to `upper`. */
  readonly lower: number
  readonly upper: number
}

/** Phases. `fresh`: no value yet; `false`: armed; `true`: met without firing; `fired`: rearms at its level; others: side of a cross. */
export const PHASES = ['fresh', 'false', 'true', 'fired', 'under', 'over', 'firedUnder', 'firedOver'] as const
/** One of `PHASES`. */
export type Phase = (typeof PHASES)[number]

/** Level that a series may pass in either direction; `isInclusive`: reaching it counts. */
export type Level = { readonly value: number; readonly isInclusive: boolean }

/** Levels at which an alert must be re-evaluated. */
export type Watch = { readonly rise?: Level; readonly fall?: Level }

/** Result of a value that reached a watched level. */
export type Turn = { readonly phase: Phase; readonly isFiring: boolean }

/** Phase at the first value. */
export function firstPhase({ direction, level, isInclusive }: Condition, value: number): Phase {
  if (direction === 'cross') return value > level ? 'over' : value < level ? 'under' : 'false'
  const isMet = direction === 'above' ? value > level : value < level
  return isMet || (isInclusive && value === level) ? 'true' : 'false'
}

/** Levels that end a phase; `phase` must not be `fresh`. */
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

/** Transition at a value, or undefined. `isCool`: the cooldown has passed; otherwise the phase changes without firing. */
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
