import { usePageTitle } from '../platform/navigation/page-title.ts'
import { ButtonLink } from '../ui/controls/button.tsx'

export function NotFound() {
  usePageTitle('Page not found')
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-24">Page not found</h1>
      <p className="max-w-[46ch] text-15 text-ink-2">This address does not exist. Check it for typos, or go to Home.</p>
      <ButtonLink to="/" variant="primary">
        Go to Home
      </ButtonLink>
    </div>
  )
}
