import { type ComponentPropsWithoutRef, createContext, type ReactNode, use } from 'react'

const IsWithinNamed = createContext(false)

/** What lies within is part of a region that has its name already. */
export const WithinNamedRegion = ({ children }: { readonly children: ReactNode }) => <IsWithinNamed value={true}>{children}</IsWithinNamed>

/**
 * A named part of a page: a landmark, but only a group within a region that has its name already. There several parts may be
 * called the same, and landmarks that cannot be told apart are of no use.
 */
export function Area(props: ComponentPropsWithoutRef<'section'>) {
  // biome-ignore lint/a11y/useSemanticElements: it groups no fields of a form
  return use(IsWithinNamed) ? <div role="group" {...props} /> : <section {...props} />
}
