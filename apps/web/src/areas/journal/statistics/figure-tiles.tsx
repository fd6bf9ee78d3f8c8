import { JOURNAL_FIGURES, type JournalFigure, type JournalStatistic, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { FIGURE_TEXT, headlineOf, valueText } from './figure-text.ts'

export function FigureTiles({ figures }: { readonly figures: JournalStatistics['figures'] }) {
  const known = JOURNAL_FIGURES.filter((name) => figures[name].value !== null)
  const unknown = Map.groupBy(
    JOURNAL_FIGURES.filter((name) => figures[name].value === null),
    (name) => figures[name].reason ?? 'not known',
  )
  return (
    <>
      <ul className="figure-tiles" aria-label="Figures">
        {known.map((name) => (
          <FigureTile key={name} name={name} statistic={figures[name]} />
        ))}
      </ul>
      {unknown.size > 0 && (
        <ul className="figures-missing" aria-label="Figures that are not available">
          {[...unknown].map(([reason, names]) => (
            <li key={reason}>
              {names.map((name) => (
                <div key={name} className="figure-missing">
                  {FIGURE_TEXT[name].title}
                  <FigureAbout name={name} statistic={figures[name]} />
                </div>
              ))}
              <span className="text-ink-2">{`n/a: ${reason}`}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function FigureTile({ name, statistic }: { readonly name: JournalFigure; readonly statistic: JournalStatistic }) {
  const { title } = FIGURE_TEXT[name]
  const { text, beside, isThin } = headlineOf(name, statistic)
  return (
    <li className="figure-tile">
      <div className="flex items-center justify-between gap-1">
        <span className="text-12 text-ink-2">{title}</span>
        <FigureAbout name={name} statistic={statistic} />
      </div>
      <span translate="no" className="num figure-value" data-thin={isThin || undefined}>
        {text}
      </span>
      <span className="num text-11 text-ink-3">{beside}</span>
    </li>
  )
}

export function FigureAbout({ name, statistic }: { readonly name: JournalFigure; readonly statistic: JournalStatistic }) {
  const { formula, inputs = [], n, interval, reason, value } = statistic
  return (
    <Explain title={FIGURE_TEXT[name].title}>
      <Formula>{formula}</Formula>
      {inputs.length > 0 && (
        <dl className="figure-inputs num">
          {inputs.map((input) => (
            <div key={input.name}>
              <dt>{input.name}</dt>
              <dd translate="no">{input.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="num">
        {value === null ? `n/a: ${reason ?? 'not known'}. ` : `${valueText(name, value)}. `}
        {`n = ${n.toLocaleString('en-US')}. `}
        {interval === undefined
          ? 'No interval is defined.'
          : `95% interval: ${valueText(name, interval[0])} to ${valueText(name, interval[1])}.`}
      </p>
    </Explain>
  )
}
