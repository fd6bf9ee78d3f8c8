import { eventLoopYielder } from '../../../event-loop-yielder.ts'
import type { NumberFacts } from './number-facts.ts'
import { LONGEST_SENTENCE, NumberProof } from './prove-numbers.ts'
import type { LanguageJudge } from './sentence-language.ts'

const NOTHING_SAID: NumberFacts = { figures: [], percents: [], hours: [], moments: [] }

/**
 * Texts that bring the patterns of the proof into use a few at a time. The first sentence of all would else compile every one of them at
 * once: 56 ms of processor time for 320 characters, 14 after these.
 */
const SAMPLES = ['!', 'a', 'five hundred', '1', '12:00', 'January 5', '$1 in 6 h', '2.4%', 'sechs bis 5½ тыс. 约六万', '1O,OOO €'] as const

/** Makes the proof ready while the model thinks, in turns. What is ready already takes less than a millisecond. */
export async function warmUpProof(judge: LanguageJudge): Promise<void> {
  const giveWay = eventLoopYielder()
  for (const sample of SAMPLES) {
    const proof = new NumberProof(judge)
    proof.add(sample, NOTHING_SAID)
    proof.end(NOTHING_SAID)
    proof.shown(NOTHING_SAID)
    await giveWay()
  }
}

/**
 * Hands a piece of any length on in slices of a sentence at the most, and gives way between them: an endpoint may send thousands of
 * characters at once.
 *
 * @param take proves a slice; false where there is room for no more
 * @returns whether there is room for more
 */
export async function inSlices(piece: string, take: (slice: string) => boolean): Promise<boolean> {
  const giveWay = eventLoopYielder()
  for (let start = 0; start < piece.length; start += LONGEST_SENTENCE) {
    if (start > 0) await giveWay()
    if (!take(piece.slice(start, start + LONGEST_SENTENCE))) return false
  }
  return true
}
