import { createElement, type ReactNode, useEffect } from 'react'
import type { PreloadedPart } from '../lib/preloaded-part.ts'
import * as WORDS from './ui-words.ts'

type LatePartProps<Props extends object> = {
  readonly part: PreloadedPart<Props>
  readonly props: Props
  /** What stands in its place until it is here. */
  readonly waiting?: ReactNode
  /** Stands among buttons: there is room for a button only, not for a sentence. */
  readonly isTight?: boolean
}

/** A part whose code comes after the screen's. Where it cannot be loaded, that is said in its place, with a button to try again. */
export function LatePart<Props extends object>({ part, props, waiting = null, isTight = false }: LatePartProps<Props>) {
  const Part = part.usePart()
  const isMissing = part.useIsMissing()
  useEffect(() => part.preload(), [part])
  if (Part !== null) return createElement(Part, props)
  if (!isMissing) return waiting
  return (
    <span role="alert" className="text-12 text-danger">
      <span className={isTight ? 'sr-only' : undefined}>{WORDS.partMissing}</span>{' '}
      <button type="button" className="underline" title={isTight ? WORDS.partMissing : undefined} onClick={() => part.preload()}>
        {WORDS.tryAgain}
      </button>
    </span>
  )
}
