export { TourHost } from './guide/tour-host.tsx'
export { LearnPage } from './lazy-parts.ts'
