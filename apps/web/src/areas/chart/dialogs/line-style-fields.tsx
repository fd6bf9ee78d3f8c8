import { type LineStyle, SERIES_COLORS, WIDEST_LINE } from '@aerie/wire/market/charts'
import { Select } from '../../../ui/controls/select.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'

const COLOR_LABELS = ['Blue', 'Orange', 'Violet', 'Cyan', 'Pink', 'Green', 'Gold', 'Grey'] as const
const DASHES = [
  ['solid', 'Solid'],
  ['dashed', 'Dashed'],
  ['dotted', 'Dotted'],
] as const
const colors = Array.from({ length: SERIES_COLORS }, (_, i) => i + 1)
const widths = Array.from({ length: WIDEST_LINE }, (_, i) => i + 1)

type LineStyleFieldsProps = { readonly of: string; readonly style: LineStyle; readonly onStyle: (style: LineStyle) => void }

export function LineStyleFields({ of, style, onStyle }: LineStyleFieldsProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1 [&_select]:min-h-7 [&_select]:w-auto [&_select]:px-1 pointer-coarse:[&_select]:min-h-11">
      <legend className="sr-only">{`Style of ${of}`}</legend>
      <span className="flex flex-wrap">
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            className="chart-swatch grid size-6 place-items-center rounded-full before:size-3.5 before:rounded-full before:bg-current aria-pressed:shadow-[inset_0_0_0_2px_currentColor] pointer-coarse:size-11"
            aria-label={`${COLOR_LABELS[color - 1] ?? color}, ${of}`}
            aria-pressed={color === style.color}
            style={{ color: `var(--series-${color})` }}
            onClick={() => onStyle({ ...style, color })}
          />
        ))}
      </span>
      <Select
        aria-label={`Width of ${of}`}
        className={inputStyle}
        value={style.width}
        options={widths.map((width) => [width, `${width} px`])}
        onChange={(width) => onStyle({ ...style, width })}
      />
      <Select
        aria-label={`Line of ${of}`}
        className={inputStyle}
        value={style.dash}
        options={DASHES}
        onChange={(dash) => onStyle({ ...style, dash })}
      />
    </fieldset>
  )
}
