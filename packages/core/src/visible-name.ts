/** Signs that are not seen: some turn the text around them or hide in it. Persian, Indic scripts and joined emoji need the two joiners. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const SEEN = /[^\p{C}\p{Z}\p{M}\p{DI}]/u

/**
 * A name that somebody else gave (a file, a device, another service) without the signs that cannot be seen.
 *
 * @returns an empty text where nothing of it can be seen
 * @throws never
 */
export function visibleName(given: string): string {
  const name = given.replaceAll(UNSEEN, '').trim()
  return SEEN.test(name) ? name : ''
}
