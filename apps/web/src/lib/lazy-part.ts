import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** `lazy` for a named export, since this house has no default exports. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await load())[name] }))
