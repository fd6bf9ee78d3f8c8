import { PRESENT } from '../../documents/document-specs.ts'
import './present.css'
import { useDocument } from '../../documents/use-document.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useRootFlag } from '../../ui/hooks/use-root-flag.ts'
import { RouteSpinner } from '../../ui/states/route-spinner.tsx'
import { DEFAULT_SETTINGS } from './wall/default-settings.ts'
import { Wall } from './wall/wall.tsx'

/** `/present`: the wallboard. */
export function PresentPage() {
  usePageTitle('Present')
  // It has the screen to itself: what surrounds other pages is away while it is there.
  useRootFlag('wall')
  const document = useDocument(PRESENT)
  if (document.state === 'loading') return <RouteSpinner />
  // What could not be read must not keep a wall dark: it goes round by the defaults, and the settings say so.
  return <Wall document={document} settings={document.value ?? DEFAULT_SETTINGS} />
}
