import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Spinner } from '../states/progress.tsx'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'

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
