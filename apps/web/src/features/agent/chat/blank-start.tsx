import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { AGENT_WORDS } from '../agent-words.ts'
import { Suggestions } from './suggestions.tsx'

const { blank: WORDS } = AGENT_WORDS

/** Before anything is said: what can be asked. */
export const BlankStart = () => (
  <div className="agent-log-frame">
    <div className="agent-blank">
      <h3 className="font-semibold text-15 text-ink-1">{WORDS.title}</h3>
      <p className="max-w-[52ch] text-13 text-ink-2">
        {WORDS.text(PREDICTED_SYMBOLS.slice(0, -1).join(', '), PREDICTED_SYMBOLS.at(-1) ?? '')}
      </p>
      <Suggestions questions={WORDS.questions} />
    </div>
  </div>
)
