import type { ProvenFigure } from '@aerie/wire/agent/agent'
import { priceText } from '../../../platform/format/market-text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useAnswerText } from '../answer/answer-language.ts'
import { FigureChip } from './figure-chip.tsx'

export function ProvenFigures({ figures }: { readonly figures: readonly ProvenFigure[] }) {
  const { answerText } = useAnswerText()
  if (figures.length === 0) return null
  return (
    <ul aria-label={answerText.numbers} className="flex flex-col gap-1 text-12 text-ink-2">
      {figures.map((figure) => (
        <li key={`${figure.tool} ${figure.currency} ${figure.at}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="num">
            {figure.currency} {priceText(figure.price, figure.quote)}, <Moment at={figure.at} />
          </span>
          <FigureChip figure={figure} />
        </li>
      ))}
    </ul>
  )
}
