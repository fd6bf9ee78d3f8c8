type WallProgressProps = {
  readonly index: number
  readonly count: number
  readonly turn: number
  readonly seconds: number
  readonly isHeld: boolean
  /** Time does not run now: held, or something lies over the scene. */
  readonly isStopped: boolean
}

/** Where the round is, and how much of this stay is over. */
export const WallProgress = ({ index, count, turn, seconds, isHeld, isStopped }: WallProgressProps) => (
  <div
    role="progressbar"
    aria-label="Scene"
    aria-valuemin={1}
    aria-valuemax={count}
    aria-valuenow={index + 1}
    aria-valuetext={`${index + 1} of ${count}${isHeld ? ', paused' : ''}`}
    className="wall-progress"
  >
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a place in the round is its index
      <i key={place} data-done={place < index || undefined} data-now={place === index || undefined}>
        {place === index && (
          <i key={turn} className="wall-progress-fill" style={{ animationDuration: `${seconds}s` }} data-stopped={isStopped || undefined} />
        )}
      </i>
    ))}
  </div>
)
