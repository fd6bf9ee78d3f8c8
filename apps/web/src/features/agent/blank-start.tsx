import { PREDICTED_SYMBOLS } from '@aerie/wire/supported-symbols'
import { Suggestions } from './suggestions.tsx'

const QUESTIONS = [
  'What is the price of Bitcoin?',
  'Where will ETH be in 12 hours?',
  'What was SOL 24 hours ago?',
  'BTC and XRP now, and in 6 hours?',
]

/** Before anything is said: what can be asked. */
export const BlankStart = () => (
  <div className="agent-log-frame">
    <div className="agent-blank">
      <h3 className="font-semibold text-15 text-ink-1">Ask about prices</h3>
      <p className="max-w-[52ch] text-13 text-ink-2">
        Prices now and up to 90 days back for every coin of the list, and predictions for {PREDICTED_SYMBOLS.slice(0, -1).join(', ')} and{' '}
        {PREDICTED_SYMBOLS.at(-1)}, 1 to 24 whole hours ahead. Every number comes from this system, with its source and age beside it. Ask
        in your own language.
      </p>
      <Suggestions questions={QUESTIONS} />
    </div>
  </div>
)
