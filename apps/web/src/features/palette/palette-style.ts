export const groupStyle =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-3'
export const entryStyle =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-13 text-ink-1 data-[selected=true]:bg-surface-4 pointer-coarse:min-h-11'
