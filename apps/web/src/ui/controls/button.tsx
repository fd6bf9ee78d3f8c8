import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Spinner } from '../states/spinner.tsx'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** Why it cannot be pressed now; shown on hover and focus and read out. A button is never dead without a reason. */
  readonly disabledReason?: string | undefined
  /** Shows the reason as a line under the button at all times, for the main action of a form. */
  readonly isReasonShown?: boolean
  /** Its work is going on: it cannot be pressed again. */
  readonly busy?: boolean
}

/** A button. Stays focusable while it cannot be pressed, so that everyone can learn why. */
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
  // Whoever names a reason, if only sometimes, always has the wrapper: a button that moved into it or out of it would lose the focus.
  if (!('disabledReason' in props)) return button
  return (
    <Tooltip id={reasonId} text={disabledReason}>
      {button}
    </Tooltip>
  )
}
