import { lazyPart } from '../../platform/browser/lazy-part.ts'

export { APEX_STATE_TEXT, apexTypeText } from './apex-texts.ts'

export const ApexPage = lazyPart(async () => (await import('./apex-page.tsx')).ApexPage)
