import { type Context, reachable } from './reachable.ts'

/** Small parts that the live connection and lazy screens share: files of their own would cost more than they hold. */
const SHARED_SOON =
  /\/apps\/web\/src\/live\/(market\/watched|socket\/report-fault)\.ts$|\/packages\/wire\/src\/hear\.ts$|\/packages\/core\/src\/(defined|item-at|record-keys|numbers\/number-at)\.ts$/

/**
 * Names the chunk of a module: all that Home needs at once travels in one file, which compresses 4 kB better than the
 * nine that a bundler would make of it. What is imported lazily keeps its own chunks, and so do the icons of lazy parts.
 */
export const firstLoad = (entry: string) => {
  let needed: ReadonlySet<string> | undefined
  return (id: string, context: Context): string | null => {
    needed ??= reachable([entry], context)
    return needed.has(id) || SHARED_SOON.test(id) ? 'home' : null
  }
}
