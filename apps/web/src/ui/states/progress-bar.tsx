type ProgressBarProps = { readonly label: string; readonly max: number; readonly value: number }

export const ProgressBar = ({ label, max, value }: ProgressBarProps) => (
  <progress
    className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-surface-3 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent"
    aria-label={label}
    max={max}
    value={value}
  />
)
