import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx.ts'

type ChoiceButtonProps = ComponentProps<'button'> & { readonly isChosen: boolean }

/** One of a few choices beside each other. */
export const ChoiceButton = ({ isChosen, className = 'min-h-7', ...button }: ChoiceButtonProps) => (
  <button
    type="button"
    {...button}
    aria-pressed={isChosen}
    className={cx(
      'rounded-md border border-transparent px-2.5 text-ink-2 hover:bg-surface-3 aria-pressed:bg-surface-3 aria-pressed:font-semibold aria-pressed:text-ink-1 pointer-coarse:min-h-11',
      className,
    )}
  />
)

/** A small button in a row of a table. */
export const RowButton = ({ className, ...button }: ComponentProps<'button'>) => (
  <button
    type="button"
    {...button}
    className={cx(
      'inline-flex min-h-6 min-w-[26px] items-center justify-center rounded-[4px] border border-line px-1.5 text-12 text-ink-2 hover:bg-surface-3 hover:text-ink-1 aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
      className,
    )}
  />
)

/** A button in a row of a table that looks like its text. */
export const rowLink = 'inline-flex min-h-6 items-center gap-1 hover:underline pointer-coarse:min-h-11'

/** A switch in the bar. On a phone it is in the menu while it is off. */
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
