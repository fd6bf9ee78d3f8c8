import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Spinner } from '../states/progress.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover aria-disabled:bg-surface-4 aria-disabled:text-ink-3',
  secondary:
    'border border-line-input bg-surface-1 text-ink-1 hover:bg-surface-3 active:bg-surface-4 aria-disabled:text-ink-3 aria-disabled:border-line-strong',
  ghost: 'text-ink-2 hover:bg-surface-3 hover:text-ink-1 active:bg-surface-4 aria-disabled:text-ink-3',
  danger: 'bg-danger-fill text-danger-ink hover:bg-danger-fill-hover aria-disabled:bg-surface-4 aria-disabled:text-ink-3',
}
const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-7 px-2.5 text-12',
  md: 'min-h-8 px-3 text-13',
  lg: 'min-h-10 px-4 text-15',
}

export const buttonStyle = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-md font-medium transition-colors-fast pointer-coarse:min-h-11',
    'aria-disabled:cursor-not-allowed',
    VARIANTS[variant],
    SIZES[size],
    className,
  )

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** Why the button is disabled; shown on hover and focus and announced. Never disable a button without a reason. */
  readonly disabledReason?: string | undefined
  readonly isReasonShown?: boolean
  readonly busy?: boolean
}

/** Stays focusable while disabled, so that keyboard and screen reader users can find the reason. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    disabledReason,
    isReasonShown = false,
    busy = false,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props
  const reasonId = useId()
  const isOff = disabledReason !== undefined || busy
  const press = (event: MouseEvent<HTMLButtonElement>) => (isOff ? event.preventDefault() : onClick?.(event))
  const button = (
    <button
      {...rest}
      type={type}
      className={buttonStyle(variant, size, className)}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : reasonId}
      onClick={press}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
  if (isReasonShown)
    return (
      <span className="flex flex-col items-start gap-1.5">
        {button}
        {disabledReason !== undefined && (
          <span id={reasonId} className="text-12 text-ink-2">
            {disabledReason}
          </span>
        )}
      </span>
    )
  // With `disabledReason` in the props, even undefined, always render the wrapper: adding or removing it would lose the focus.
  if (!('disabledReason' in props)) return button
  return (
    <Tooltip id={reasonId} text={disabledReason}>
      {button}
    </Tooltip>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & { readonly variant?: ButtonVariant; readonly size?: ButtonSize }

export const ButtonLink = ({ variant, size, className, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonStyle(variant, size, className)} />
)

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
