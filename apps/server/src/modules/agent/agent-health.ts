import type { PartsBoard } from '../status/parts-board.ts'
import { CUT_SHORT, type LlmFailure } from './llm-failure.ts'

const PART = 'agent'

/** Reports on the board which engine answers, and why where it is not the one that was chosen. */
export function agentHealth(board: PartsBoard, hasModel: boolean): (failure: LlmFailure | undefined) => void {
  board.set(PART, 'ok', hasModel ? 'a language model answers; not asked yet' : 'the built-in engine answers')
  return (failure) => {
    if (failure === undefined || failure === CUT_SHORT) board.set(PART, 'ok', 'a language model answers')
    else board.set(PART, 'degraded', `the language model ${failure.words}: the built-in engine answers meanwhile`)
  }
}
