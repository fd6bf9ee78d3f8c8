import type { KeyboardEvent } from 'react'

/** Arrow key navigation of a toolbar. @returns whether the key was handled */
export function moveAlong({ key, target, currentTarget }: KeyboardEvent<HTMLElement>, back: string, on: string): boolean {
  const by = key === on ? 1 : key === back ? -1 : 0
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:not([role])')].filter((button) => button.offsetParent !== null)
  const at = target instanceof HTMLElement ? buttons.indexOf(target) : -1
  if (by === 0 || at === -1) return false
  buttons[(at + by + buttons.length) % buttons.length]?.focus()
  return true
}
