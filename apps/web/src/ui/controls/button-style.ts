import { cx } from '../cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

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
