import { JOURNAL_FIGURES, type JournalFigure, type JournalStatistic, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { cx } from '../../../ui/cx.ts'
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
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(50%-4px,176px),1fr))] gap-2" aria-label="Figures">
        {known.map((name) => (
          <FigureTile key={name} name={name} statistic={figures[name]} />
        ))}
      </ul>
      {unknown.size > 0 && (
        <ul className="flex flex-wrap gap-x-6 text-12" aria-label="Figures that are not available">
          {[...unknown].map(([reason, names]) => (
            <li key={reason} className="inline-flex flex-wrap items-center gap-x-2">
              {names.map((name) => (
                <div key={name} className="inline-flex items-center">
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
    <li className="flex min-w-0 flex-col rounded-md border border-line bg-surface-1 px-2.5 pt-1 pb-2">
      <div className="flex items-center justify-between gap-1">
        <span className="text-12 text-ink-2">{title}</span>
        <FigureAbout name={name} statistic={statistic} />
      </div>
      <span translate="no" className={cx('num', isThin ? 'font-medium text-15' : 'font-semibold text-18')}>
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
        <dl className="num grid grid-cols-[repeat(auto-fill,minmax(min(100%,200px),1fr))] gap-x-4 gap-y-1 text-13">
          {inputs.map((input) => (
            <div key={input.name} className="flex min-w-0 justify-between gap-2">
              <dt className="text-ink-2">{input.name}</dt>
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
