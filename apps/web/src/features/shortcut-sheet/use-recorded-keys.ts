import { type KeyboardEvent, useRef, useState } from 'react'
import { pressNames } from '../../commands/press-names.ts'
import { SEQUENCE_MS } from '../../commands/shortcut-reader.ts'

type Commands = { readonly onEnter: () => void; readonly onEscape: () => void }

/**
 * The keys pressed in a field: one press, or two that follow each other soon. Null before the first, empty for none. Enter and
 * Escape, where they are pressed alone, are commands; what no shortcut begins with, such as Tab, does what it always does.
 */
export function useRecordedKeys({ onEnter, onEscape }: Commands) {
  const [keys, setKeys] = useState<string | null>(null)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const record = (name: string, atMs: number) => {
    setKeys(joined(keys, name, atMs - pressedAt.current))
    pressedAt.current = atMs
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [name] = pressNames(event.nativeEvent)
    if (name === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (name === undefined) onEscape()
    else if (name === 'enter' && keys !== null) onEnter()
    else if (!event.repeat) record(name, event.timeStamp)
  }
  return { keys, clear: () => setKeys(''), onKeyDown }
}

/** A second press makes a sequence of it where it follows soon. */
const joined = (keys: string | null, name: string, sinceMs: number): string =>
  keys && !keys.includes(' ') && sinceMs <= SEQUENCE_MS ? `${keys} ${name}` : name
