import { useIsLoggedIn } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'

/** What this is and the next step: an account for a guest, CLAW for who has one. */
export function Hero() {
  const isLoggedIn = useIsLoggedIn()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-24 text-ink-1 tracking-tight">Explore the Market with the top 50 tokens</h1>
        <p className="max-w-[84ch] text-13 text-ink-2">
          Filter the list by Meme, Trending and AI tokens, sort any column, and pick a token to see its details.
        </p>
      </div>
      {isLoggedIn ? (
        <ButtonLink to="/claw" variant="primary">
          Discover CLAW now
        </ButtonLink>
      ) : (
        <div className="flex flex-wrap gap-2" data-for="guest">
          <ButtonLink to="/auth/signup" variant="primary">
            Sign Up Now
          </ButtonLink>
          <ButtonLink to="/auth/login" variant="secondary">
            Log In
          </ButtonLink>
        </div>
      )}
    </header>
  )
}
