import { Pencil } from 'lucide-react'
import { WATCHLISTS } from '../../../../documents/document-specs.ts'
import { useDocument } from '../../../../documents/use-document.ts'
import { LearnLink } from '../../../../navigation/learn-link.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { Choice } from '../../analytics/choice.tsx'
import type { CorrelationOptions } from './correlation-options.ts'
import { WINDOWS } from './correlation-text.ts'

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
    ...SIZES.map((count) => [`top ${count}`, `Largest ${count}`] as const),
    ...lists.map(({ id, name }) => [`list ${id}`, name] as const),
    ['own', 'Custom'] as const,
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
    <div className="stat-toolbar" role="toolbar" aria-label="Correlation">
      <Choice label="Coins" value={chosen} options={coins} onChange={choose} />
      {options.from === 'own' && (
        <IconButton label="Choose coins" onClick={onChooseCoins}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      )}
      <Choice label="Window" value={options.window} options={WINDOWS} onChange={(window) => onChange({ window })} />
      <Choice
        label="Interval"
        value={options.interval}
        options={[
          ['1h', '1 h'],
          ['4h', '4 h'],
          ['1d', '1 d'],
        ]}
        onChange={(interval) => onChange({ interval })}
      />
      <Choice
        label="Coefficient"
        value={options.method}
        options={[
          ['pearson', 'Pearson'],
          ['spearman', 'Spearman'],
        ]}
        onChange={(method) => onChange({ method })}
      />
      <Choice
        label="Order"
        value={options.order}
        options={[
          ['cluster', 'Clusters'],
          ['given', 'As listed'],
        ]}
        onChange={(order) => onChange({ order })}
      />
      <Choice
        label="View"
        value={options.view}
        options={[
          ['matrix', 'Matrix'],
          ['pairs', 'Table'],
        ]}
        onChange={(view) => onChange({ view })}
      />
      <Explain title="Correlation" className="shrink-0">
        <p>
          How closely the log returns of two coins move together: 1 always in the same direction, 0 unrelated, −1 always in opposite
          directions.
        </p>
        <Formula>r = Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²)</Formula>
        <p>
          Only times with a return of both coins count; below 20, no figure is shown. Spearman uses the ranks of the returns, so one huge
          move counts little.
        </p>
        <Formula>95%: tanh(artanh r ± 1.96 / √(n−3))</Formula>
        <p>The Fisher interval assumes independent pairs. In turbulent markets they are not, and the true interval is wider.</p>
        <LearnLink term="correlation" />
      </Explain>
    </div>
  )
}
