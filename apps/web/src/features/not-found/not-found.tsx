import { usePageTitle } from '../../navigation/page-title.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { NOT_FOUND_WORDS as WORDS } from './not-found-words.ts'

/** No such page. */
export function NotFound() {
  usePageTitle(WORDS.title)
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      <p className="max-w-[46ch] text-15 text-ink-2">{WORDS.text}</p>
      <ButtonLink to="/" variant="primary">
        {WORDS.home}
      </ButtonLink>
    </div>
  )
}
