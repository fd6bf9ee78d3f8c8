import { usePageTitle } from '../../navigation/page-title.ts'
import * as WORDS from './not-built-yet-words.ts'

/** A screen that a later release brings: its title, the truth, and nothing else. */
export function NotBuiltYet({ title }: { readonly title: string }) {
  usePageTitle(title)
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 px-4 py-16 text-center">
      <h1 className="font-semibold text-24">{title}</h1>
      <p className="text-15 text-ink-2">{WORDS.screenAvailableYet}</p>
    </div>
  )
}
