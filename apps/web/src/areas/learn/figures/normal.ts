/** Share of a normal distribution below `z` standard deviations. Abramowitz and Stegun, 26.2.17; error below 7.5e-8 */
export function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z)
  const t = 1 / (1 + 0.231_641_9 * z)
  const sum = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** Inverse of `normalShare` by bisection; result between -8 and 8. */
export function normalDeviations(share: number): number {
  let [low, high] = [-8, 8]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
