import { eventLoopYielder } from '../../../platform/event-loop-yielder.ts'
import type { NumberFacts } from './number-facts.ts'
import { LONGEST_SENTENCE, NumberProof } from './prove-numbers.ts'
import type { LanguageJudge } from './sentence-language.ts'

const NO_FACTS: NumberFacts = { figures: [], percents: [], hours: [], moments: [] }

/** Warm-up texts that compile the regexes in small groups. Otherwise the first 320 characters take 56 ms of CPU time instead of 14. */
const SAMPLES = ['!', 'a', 'five hundred', '1', '12:00', 'January 5', '$1 in 6 h', '2.4%', 'sechs bis 5½ тыс. 约六万', '1O,OOO €'] as const

/** Yields in between. Under a millisecond if already warm. */
export async function warmUpProof(judge: LanguageJudge): Promise<void> {
  const giveWay = eventLoopYielder()
  for (const sample of SAMPLES) {
    const proof = new NumberProof(judge)
    proof.add(sample, NO_FACTS)
    proof.end(NO_FACTS)
    proof.shown(NO_FACTS)
    await giveWay()
  }
}

/** Yields between slices of at most one sentence: endpoints may send thousands of characters at once. @returns whether there is room */
export async function inSlices(piece: string, take: (slice: string) => boolean): Promise<boolean> {
  const giveWay = eventLoopYielder()
  for (let start = 0; start < piece.length; start += LONGEST_SENTENCE) {
    if (start > 0) await giveWay()
    if (!take(piece.slice(start, start + LONGEST_SENTENCE))) return false
  }
  return true
}
