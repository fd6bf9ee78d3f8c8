import { asciiText } from '@aerie/core/numbers/typed-number'

/** Match score from 0 to 1: whole name, then prefix, prefix of a later word, substring. Every typed word must match. */
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
