/**
 * Detects outdated responses.
 *
 * @returns begin function, to be called with each request; it returns whether that request is still the newest
 * @example const isNewest = begin(); const page = await read(); if (isNewest()) show(page)
 */
export function newest(): () => () => boolean {
  let count = 0
  return () => {
    count += 1
    const mine = count
    return () => mine === count
  }
}
