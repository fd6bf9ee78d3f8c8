import { cx } from '../../../ui/cx.ts'
import { SPANS, type Span } from '../../market/index.ts'

type SpanChoiceProps = { readonly span: Span; readonly onChange: (span: Span) => void }

export const SpanChoice = ({ span, onChange }: SpanChoiceProps) => (
  <fieldset className="flex items-center gap-1">
    <legend className="sr-only">Changes over</legend>
    {SPANS.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === span}
        onClick={() => onChange(each)}
        className={cx(
          'num min-h-8 min-w-10 rounded-md border px-2 font-medium text-13 transition-colors-fast pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          each === span
            ? 'border-accent bg-accent-soft text-accent-text'
            : 'border-line-input bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
        )}
      >
        {each}
      </button>
    ))}
  </fieldset>
)
