export const stopEffect = (moves: string, mark: string) =>
  `Closes the whole position at market when the mark price ${moves} to it. Mark price now: ${mark}.`

export const mark = 'Mark'
