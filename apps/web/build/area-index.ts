/**
 * An area's index.ts only re-exports: a file that imports one name from it gets that name's file, and nothing else of the area. Without
 * this, every file of the area with a statement at its top (a store, a subscription) would join the importer's chunk.
 */
export const treeshake = { moduleSideEffects: [{ test: /\/src\/areas\/[^/]+\/index\.ts$/, sideEffects: false }] }
