import { type ComponentProps, type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react'

type LateMenuProps = {
  /** Must be the same button that the loaded menu renders. */
  readonly trigger: (props: ComponentProps<'button'>) => ReactNode
  readonly load: () => Promise<ComponentType>
}

export function LateMenu({ trigger, load }: LateMenuProps) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const open = () =>
    void load().then(
      (menu) => setLoaded(() => menu),
      () => undefined, // chunk-recovery.ts handles a failed import
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  if (Loaded !== null) return <Loaded />
  return trigger({ 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open, onKeyDown })
}
