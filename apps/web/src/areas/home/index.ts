export { HomePage } from './home-page.tsx'
export { AssetRow } from './table/asset-row.tsx'
export { PlaceholderRows } from './table/placeholder-rows.tsx'
export { rangeText, UNKNOWN_RANGE } from './table/range-text.ts'
