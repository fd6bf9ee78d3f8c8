import { Pencil } from 'lucide-react'
import { WATCHLISTS } from '../../../../documents/document-specs.ts'
import { useDocument } from '../../../../documents/use-document.ts'
import { LearnLink } from '../../../../navigation/learn-link.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { Choice } from '../../analytics/choice.tsx'
import type { CorrelationOptions } from './correlation-options.ts'
import { WINDOWS } from './correlation-text.ts'
import { CORRELATION_WORDS as WORDS } from './correlation-words.ts'

type ToolbarProps = {
  readonly options: CorrelationOptions
  readonly onChange: (change: Partial<CorrelationOptions>) => void
  readonly onChooseCoins: () => void
}

const SIZES = [6, 10, 15, 20, 30] as const

/** Which coins, over which time, and how it is shown. */
export function CorrelationToolbar({ options, onChange, onChooseCoins }: ToolbarProps) {
  const watched = useDocument(WATCHLISTS)
  const lists = watched.state === 'ready' ? watched.value.lists : []
  const coins = [
    ...SIZES.map((count) => [`top ${count}`, WORDS.toolbar.largest(count)] as const),
    ...lists.map(({ id, name }) => [`list ${id}`, name] as const),
    ['own', WORDS.toolbar.custom] as const,
  ]
  const chosen = options.from === 'own' ? 'own' : options.from === 'list' ? `list ${options.list ?? lists[0]?.id}` : `top ${options.count}`
  const choose = (value: string) => {
    const [from, of = ''] = value.split(' ')
    if (from === 'top') onChange({ from, count: Number(of) })
    else if (from === 'list') onChange({ from, list: of })
    else {
      onChange({ from: 'own' })
      onChooseCoins()
    }
  }
  return (
    <div className="stat-toolbar" role="toolbar" aria-label={WORDS.shared.correlation}>
      <Choice label={WORDS.shared.coins} value={chosen} options={coins} onChange={choose} />
      {options.from === 'own' && (
        <IconButton label={WORDS.shared.chooseCoins} onClick={onChooseCoins}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      )}
      <Choice label={WORDS.toolbar.window} value={options.window} options={WINDOWS} onChange={(window) => onChange({ window })} />
      <Choice
        label={WORDS.toolbar.interval}
        value={options.interval}
        options={[
          ['1h', '1 h'],
          ['4h', '4 h'],
          ['1d', '1 d'],
        ]}
        onChange={(interval) => onChange({ interval })}
      />
      <Choice
        label={WORDS.toolbar.coefficient}
        value={options.method}
        options={[
          ['pearson', WORDS.toolbar.pearson],
          ['spearman', WORDS.toolbar.spearman],
        ]}
        onChange={(method) => onChange({ method })}
      />
      <Choice
        label={WORDS.toolbar.order}
        value={options.order}
        options={[
          ['cluster', WORDS.toolbar.clusters],
          ['given', WORDS.toolbar.asListed],
        ]}
        onChange={(order) => onChange({ order })}
      />
      <Choice
        label={WORDS.toolbar.view}
        value={options.view}
        options={[
          ['matrix', WORDS.shared.matrix],
          ['pairs', WORDS.toolbar.table],
        ]}
        onChange={(view) => onChange({ view })}
      />
      <Explain title={WORDS.shared.correlation} className="shrink-0">
        <p>{WORDS.toolbar.about}</p>
        <Formula>r = Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²)</Formula>
        <p>{WORDS.toolbar.aboutTimes}</p>
        <Formula>{WORDS.toolbar.fisherFormula}</Formula>
        <p>{WORDS.toolbar.fisherNote}</p>
        <LearnLink term="correlation" />
      </Explain>
    </div>
  )
}
