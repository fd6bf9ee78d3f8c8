import type { ComponentProps } from 'react'
import { cx } from '../../../ui/cx.ts'

/** A switch of the bar, which is in the menu on a phone while it is off. */
export const BarSwitch = ({ className, ...button }: ComponentProps<'button'>) => (
  <button
    type="button"
    {...button}
    className={cx(
      'inline-flex min-h-7 items-center gap-1.5 rounded-md border border-line-input px-2.5 font-medium text-12 text-ink-2 max-md:px-2 pointer-coarse:min-h-11',
      'data-on:border-accent-text data-on:text-accent-text aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink',
      'max-md:not-data-on:not-aria-pressed:hidden',
      className,
    )}
  />
)
