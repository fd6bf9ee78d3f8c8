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
