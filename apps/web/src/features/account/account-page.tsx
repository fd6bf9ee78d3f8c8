import { usePageTitle } from '../../navigation/page-title.ts'
import { ExportSection } from './export-section.tsx'
import { SECURITY_WORDS as WORDS } from './security-words.ts'
import { TokensSection } from './tokens-section.tsx'

/** Account → Account: API tokens, and the export of all data. */
export function AccountPage() {
  usePageTitle(WORDS.title)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      <TokensSection />
      <ExportSection />
    </div>
  )
}
