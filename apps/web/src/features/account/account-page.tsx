import { usePageTitle } from '../../navigation/page-title.ts'
import { SECURITY_WORDS as WORDS } from './security-words.ts'
import { TokensSection } from './tokens-section.tsx'

/** Account → Account: what opens the account, and what becomes of it. */
export function AccountPage() {
  usePageTitle(WORDS.title)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      <TokensSection />
    </div>
  )
}
