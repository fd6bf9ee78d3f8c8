/** Invisible characters that reorder or hide text. The two joiners stay: Persian, Indic scripts and joined emoji need them. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const SEEN = /[^\p{C}\p{Z}\p{M}\p{DI}]/u

/** Removes invisible characters from an external name (file, device, other service); empty if nothing visible remains. */
export function visibleName(given: string): string {
  const name = given.replaceAll(UNSEEN, '').trim()
  return SEEN.test(name) ? name : ''
}
