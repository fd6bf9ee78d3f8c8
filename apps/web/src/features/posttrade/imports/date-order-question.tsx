import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { Button } from '../../../ui/controls/button.tsx'

type DateOrderQuestionProps = {
  readonly batch: JournalImport
  readonly onAnswer: (order: 'day-first' | 'month-first') => void
}

const DATE = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})\b/

/** No date of the file tells day and month apart: it is asked, with one of its own dates read both ways. */
export function DateOrderQuestion({ batch: { sample, name }, onAnswer }: DateOrderQuestionProps) {
  const [text, first, second] = DATE.exec(sample.flat().join(' ')) ?? []
  const month = (number: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', { month: 'long' }).format(new Date(2026, Number(number ?? 1) - 1, 1))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-13 text-ink-1">
        {text === undefined
          ? `Which comes first in the dates of ${name}?`
          : `The date order in ${name} is ambiguous. Which day is ${text}?`}
      </legend>
      <span className="flex flex-wrap gap-2">
        <Button data-autofocus="" onClick={() => onAnswer('day-first')}>
          {text === undefined ? 'The day' : `${Number(first)} ${month(second)} (day first)`}
        </Button>
        <Button onClick={() => onAnswer('month-first')}>
          {text === undefined ? 'The month' : `${Number(second)} ${month(first)} (month first)`}
        </Button>
      </span>
    </fieldset>
  )
}
