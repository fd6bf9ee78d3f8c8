import { type ComponentProps, type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react'

type LateMenuProps = {
  /** The same button that the menu itself draws. */
  readonly trigger: (props: ComponentProps<'button'>) => ReactNode
  /** Gives the menu, open: it was just asked for. */
  readonly load: () => Promise<ComponentType>
}

/** A menu button whose menu is loaded when it is first asked for, by a press or ArrowDown. */
export function LateMenu({ trigger, load }: LateMenuProps) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const open = () =>
    void load().then(
      (menu) => setLoaded(() => menu),
      () => undefined, // a part that cannot be loaded is chunk-recovery.ts's to mend
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  if (Loaded !== null) return <Loaded />
  return trigger({ 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open, onKeyDown })
}
