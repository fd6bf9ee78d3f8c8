import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { ask } from '../../../platform/live/agent/agent-client.ts'
import { Button } from '../../../ui/controls/button.tsx'

export function Suggestions({ questions }: { readonly questions: readonly string[] }) {
  if (questions.length === 0) return null
  return (
    <ul aria-label="Suggestions" className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question}>
          <Button size="sm" className="h-auto whitespace-normal rounded-full py-1 text-left" onClick={() => ask(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}

export const BlankStart = () => (
  <div className="agent-log-frame">
    <div className="agent-blank">
      <h3 className="font-semibold text-15 text-ink-1">Ask about prices and your trades</h3>
      <p className="max-w-[52ch] text-13 text-ink-2">{text(PREDICTED_SYMBOLS.slice(0, -1).join(', '), PREDICTED_SYMBOLS.at(-1) ?? '')}</p>
      <Suggestions questions={questions} />
    </div>
  </div>
)

const text = (coins: string, last: string) =>
  `Current prices, prices up to 90 days back, predictions for ${coins} and ${last} from 1 to 24 whole hours, and your own positions, orders and trades. Every number comes with its source. Ask in your language.`

const questions = [
  'What is the price of Bitcoin?',
  'Where will ETH be in 12 hours?',
  'What was SOL 24 hours ago?',
  'How did I do last week?',
] as const
