/** Key caps; hidden on devices without a keyboard. */
export const Keys = ({ labels }: { readonly labels: readonly string[] }) => (
  <span className="inline-flex gap-1 pointer-coarse:hidden">
    {labels.map((label, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is the meaning, and never changes
      <kbd key={place} className="min-w-5 rounded-md border border-line-strong bg-surface-1 px-1 text-center font-sans text-11 text-ink-2">
        {label}
      </kbd>
    ))}
  </span>
)
