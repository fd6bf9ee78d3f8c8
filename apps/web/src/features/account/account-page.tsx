import { usePageTitle } from '../../navigation/page-title.ts'
import { DeletionSection } from './personal-data/deletion-section.tsx'
import { ExportSection } from './personal-data/export-section.tsx'
import { OtpSection } from './security/otp-section.tsx'
import { PasskeysSection } from './security/passkeys-section.tsx'
import { PasswordSection } from './security/password-section.tsx'
import { SECURITY_WORDS as WORDS } from './security/security-words.ts'
import { SessionsSection } from './security/sessions-section.tsx'
import { TokensSection } from './security/tokens-section.tsx'

/** Account → Account: what opens it, API tokens, the export of all data, and the deletion. */
export function AccountPage() {
  usePageTitle(WORDS.title)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      <PasswordSection />
      <OtpSection />
      <PasskeysSection />
      <SessionsSection />
      <TokensSection />
      <ExportSection />
      <DeletionSection />
    </div>
  )
}
