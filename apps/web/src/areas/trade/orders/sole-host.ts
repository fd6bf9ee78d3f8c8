import { useEffect, useId } from 'react'
import { create } from 'zustand'

const useHosts = create<{ readonly of: Readonly<Record<string, readonly string[]>> }>(() => ({ of: {} }))

const change = (what: string, next: (ids: readonly string[]) => readonly string[]): void =>
  useHosts.setState(({ of }) => ({ of: { ...of, [what]: next(of[what] ?? []) } }))

/**
 * Whether the caller is the only host that renders this content: avoids overlapping dialogs and duplicate region names.
 * @param isPreferred goes before the existing hosts
 */
export function useIsSoleHost(what: string, isPreferred = false): boolean {
  const id = useId()
  useEffect(() => {
    change(what, (ids) => (isPreferred ? [id, ...ids] : [...ids, id]))
    return () => change(what, (ids) => ids.filter((each) => each !== id))
  }, [what, id, isPreferred])
  return useHosts(({ of }) => of[what]?.[0] === id)
}
