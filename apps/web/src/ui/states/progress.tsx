import { cx } from '../cx.ts'

type SpinnerProps = { readonly label?: string; readonly size?: 'sm' | 'lg'; readonly className?: string }

/** Without a label it is decorative, next to visible text. */
export function Spinner({ label, size = 'sm', className }: SpinnerProps) {
  return (
    <span {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })} className={cx('inline-flex', className)}>
      <span
        className={cx('animate-spinner rounded-full border-2 border-line-strong border-t-accent-text', size === 'sm' ? 'size-4' : 'size-8')}
      />
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  )
}

export const RouteSpinner = () => (
  <div className="flex min-h-[50dvh] items-center justify-center">
    <Spinner size="lg" label="Loading" />
  </div>
)

type ProgressBarProps = { readonly label: string; readonly max: number; readonly value: number }

export const ProgressBar = ({ label, max, value }: ProgressBarProps) => (
  <progress
    className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-surface-3 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent"
    aria-label={label}
    max={max}
    value={value}
  />
)
