import { INDUSTRIES, type Industry } from '@aerie/wire/market/industries'
import { cx } from '../../../ui/cx.ts'

type IndustryFilterProps = { readonly industry: Industry | null; readonly onFilter: (industry: Industry | undefined) => void }

export const IndustryFilter = ({ industry, onFilter }: IndustryFilterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons
  <div role="group" aria-label="Filter by industry" className="flex gap-1">
    {INDUSTRIES.map(({ title, value }) => {
      const isPressed = (value ?? null) === industry
      return (
        <button
          key={title}
          type="button"
          aria-pressed={isPressed}
          data-early={`filter ${title}`}
          onClick={() => onFilter(value)}
          className={cx(
            'h-8 min-w-12 rounded-md border px-3 font-medium text-13 transition-colors-fast pointer-coarse:h-11',
            isPressed
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-line bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {title}
        </button>
      )
    })}
  </div>
)
