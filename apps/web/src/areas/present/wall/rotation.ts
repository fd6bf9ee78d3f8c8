import { itemAt } from '@aerie/core/item-at'
import { SECOND_MS } from '@aerie/core/time'
import type { PresentScene } from '@aerie/wire/market/present'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { readSessionValue, writeSessionValue } from '../../../platform/mirror/own-storage.ts'
import { parseJson } from '../../../platform/storage/storage.ts'
import { indexOf, type Step, stepKey } from './steps.ts'

export type Rotation = {
  readonly step: Step
  readonly index: number
  readonly isHeld: boolean
  /** Increments on each step, to restart the progress indicator. */
  readonly turn: number
  readonly toggleHold: () => void
  readonly skip: (by: 1 | -1) => void
  /** Jumps to the first step of a scene; returns false if the scene is not in the rotation. */
  readonly show: (scene: PresentScene) => boolean
}

type RotationPosition = { readonly key: string; readonly turn: number }
type Options = { readonly seconds: number /** Something lies over the scene: time does not run. */; readonly isCovered: boolean }

/** `steps` must not be empty. Holding keeps the remaining time of the step. */
export function useRotation(steps: readonly Step[], { seconds, isCovered }: Options): Rotation {
  const [left] = useState(readLeft)
  const [position, setPosition] = useState<RotationPosition>({ key: left.key, turn: 0 })
  const [isHeld, setHeld] = useState(left.isHeld)
  const { key } = position
  useEffect(() => writeSessionValue(LEFT, JSON.stringify({ key, isHeld })), [key, isHeld])
  useEffect(() => () => writeSessionValue(LEFT, ''), [])
  const index = indexOf(steps, position.key)
  useStay({ turn: position.turn, stayMs: seconds * SECOND_MS, isRunning: !isHeld && !isCovered }, () => setPosition(moved(steps, 1)))
  const actions = useMemo(
    () => ({
      toggleHold: () => setHeld((before) => !before),
      skip: (by: 1 | -1) => setPosition(moved(steps, by)),
      show: (scene: PresentScene) => {
        const step = steps.find((each) => each.scene === scene)
        if (step !== undefined) setPosition(({ turn }) => ({ key: stepKey(step), turn: turn + 1 }))
        return step !== undefined
      },
    }),
    [steps],
  )
  return { step: itemAt(steps, index), index, isHeld, turn: position.turn, ...actions }
}

/**
 * The page may reload by itself after an outage: a paused wall stays paused, on its scene, as nobody may be there to pause it again. Leaving
 * the wall clears it.
 */
const LEFT = 'aerie.wall'
const left = z.object({ key: z.string(), isHeld: z.boolean() })
const readLeft = (): z.infer<typeof left> => z.safeParse(left, parseJson(readSessionValue(LEFT) ?? '')).data ?? { key: '', isHeld: false }

const moved =
  (steps: readonly Step[], by: 1 | -1) =>
  ({ key, turn }: RotationPosition): RotationPosition => ({
    key: stepKey(itemAt(steps, (indexOf(steps, key) + by + steps.length) % steps.length)),
    turn: turn + 1,
  })

type SceneTimer = { readonly turn: number; readonly stayMs: number; readonly isRunning: boolean }

/** Calls `onOver` when the time is up; pausing keeps the remaining time. */
function useStay({ turn, stayMs, isRunning }: SceneTimer, onOver: () => void): void {
  const spent = useRef({ turn, ms: 0 })
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (!isRunning) return
    if (spent.current.turn !== turn) spent.current = { turn, ms: 0 }
    const stay = spent.current
    const began = performance.now()
    const timer = setTimeout(() => over.current(), Math.max(0, stayMs - stay.ms))
    return () => {
      clearTimeout(timer)
      stay.ms += performance.now() - began
    }
  }, [turn, stayMs, isRunning])
}
