import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { DeletionSection } from './personal-data/deletion-section.tsx'
import { ExportSection, newestExportQuery } from './personal-data/export-section.tsx'
import { OtpSection } from './security/otp-section.tsx'
import { PasskeysSection } from './security/passkeys-section.tsx'
import { PasswordSection } from './security/password-section.tsx'
import { SessionsSection } from './security/sessions-section.tsx'
import { passkeysQuery, sessionsQuery } from './security/sign-in-queries.ts'
import { TokensSection } from './security/tokens-section.tsx'

export function AccountPage() {
  usePageTitle('Account')
  // Prevents layout shift: everything below a list of unknown length waits for it.
  const arePasskeysAwaited = useQuery(passkeysQuery, queryClient).isPending
  const areSessionsAwaited = useQuery(sessionsQuery, queryClient).isPending
  const isExportAwaited = useQuery(newestExportQuery, queryClient).isPending
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Account</h1>
      <PasswordSection />
      <OtpSection />
      <PasskeysSection />
      {!arePasskeysAwaited && <SessionsSection />}
      {!arePasskeysAwaited && !areSessionsAwaited && (
        <>
          <TokensSection />
          <ExportSection />
          {!isExportAwaited && <DeletionSection />}
        </>
      )}
    </div>
  )
}
