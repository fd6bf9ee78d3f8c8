import { asciiText } from '@aerie/core/numbers/typed-number'

/**
 * How well an entry answers what was typed, from 0 (not at all) to 1: a whole name before the beginning of one, that
 * before the beginning of a later word, that before something inside. Every typed word must be found.
 *
 * @param names the entry's title, and other words it goes by (a coin's symbol and name)
 */
export function nameScore(typed: string, names: readonly string[]): number {
  const wanted = asciiText(typed).trim().toLowerCase()
  if (wanted === '') return 1
  const best = Math.max(...names.map((name) => scoreOf(wanted, name.toLowerCase())))
  if (best > 0) return best
  const all = names.join(' ').toLowerCase()
  return wanted.split(/\s+/).every((word) => all.includes(word)) ? 0.1 : 0
}

function scoreOf(wanted: string, name: string): number {
  if (name === wanted) return 1
  if (name.startsWith(wanted)) return 0.8
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 0.6
  return name.includes(wanted) ? 0.3 : 0
}
