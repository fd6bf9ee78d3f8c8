export function nextItem(entries: readonly HTMLElement[], current: Element | null, key: string): HTMLElement | null {
  const at = entries.findIndex((entry) => entry.isSameNode(current))
  const step = (by: number) => entries[(at + by + entries.length) % entries.length] ?? null
  if (key === 'ArrowDown') return step(1)
  if (key === 'ArrowUp') return at < 0 ? (entries.at(-1) ?? null) : step(-1)
  if (key === 'Home') return entries[0] ?? null
  if (key === 'End') return entries.at(-1) ?? null
  if (key.length !== 1 || key === ' ') return null
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return after.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null
}
