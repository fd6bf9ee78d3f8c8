import { type ComponentProps, useId } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'aria-label'> & {
  readonly label: string
  /** Shortcut as `data-keys` text, shown in the tooltip. */
  readonly hint?: string | undefined
}

export const iconButtonStyle =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors-fast hover:bg-surface-3 hover:text-ink-1 active:bg-surface-4 aria-expanded:bg-surface-3 aria-expanded:text-ink-1 aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 pointer-coarse:size-11'

export function IconButton({ label, hint, className, type = 'button', ...rest }: IconButtonProps) {
  const id = useId()
  return (
    <Tooltip id={id} text={hint === undefined ? label : `${label} (${hint})`}>
      <button {...rest} type={type} aria-label={label} className={cx(iconButtonStyle, className)} />
    </Tooltip>
  )
}
