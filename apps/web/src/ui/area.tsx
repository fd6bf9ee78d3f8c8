import { type ComponentPropsWithoutRef, createContext, type ReactNode, use } from 'react'

const IsWithinNamed = createContext(false)

export const WithinNamedRegion = ({ children }: { readonly children: ReactNode }) => <IsWithinNamed value={true}>{children}</IsWithinNamed>

/** A landmark, or a group inside an already named region: several parts there may share a name, and identical landmarks are useless. */
export function Area(props: ComponentPropsWithoutRef<'section'>) {
  // biome-ignore lint/a11y/useSemanticElements: it groups no fields of a form
  return use(IsWithinNamed) ? <div role="group" {...props} /> : <section {...props} />
}
