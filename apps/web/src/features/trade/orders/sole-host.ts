import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** The places that show the same thing, by what it is; the first of each shows it. */
const useHosts = create<{ readonly of: Readonly<Record<string, readonly string[]>> }>(() => ({ of: {} }))

const change = (what: string, next: (ids: readonly string[]) => readonly string[]): void =>
  useHosts.setState(({ of }) => ({ of: { ...of, [what]: next(of[what] ?? []) } }))

/**
 * Whether the caller is the one place that shows something, of all in sight that could: two questions would lie over each other, and
 * two regions of one name cannot be told apart.
 *
 * @param isPreferred goes before those that are there already
 */
export function useIsSoleHost(what: string, isPreferred = false): boolean {
  const id = useId()
  useEffect(() => {
    change(what, (ids) => (isPreferred ? [id, ...ids] : [...ids, id]))
    return () => change(what, (ids) => ids.filter((each) => each !== id))
  }, [what, id, isPreferred])
  return useHosts(({ of }) => of[what]?.[0] === id)
}
