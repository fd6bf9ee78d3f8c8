import { type ComponentProps, type MouseEvent, useId } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** Why it cannot be pressed now; shown on hover and focus and read out. A button is never dead without a reason. */
  readonly disabledReason?: string | undefined
  /** Its work is going on: it cannot be pressed again. */
  readonly busy?: boolean
}

/** A button. Stays focusable while it cannot be pressed, so that everyone can learn why. */
export function Button({
  variant,
  size,
  disabledReason,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
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
  if (disabledReason === undefined) return button
  return (
    <Tooltip id={reasonId} text={disabledReason}>
      {button}
    </Tooltip>
  )
}
