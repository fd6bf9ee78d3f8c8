import { PRESENT } from '../../platform/documents/document-specs.ts'
import './present.css'
import { useDocument } from '../../platform/documents/use-document.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { useRootFlag } from '../../ui/hooks/use-media.ts'
import { RouteSpinner } from '../../ui/states/progress.tsx'
import { DEFAULT_SETTINGS } from './wall/steps.ts'
import { Wall } from './wall/wall.tsx'

export function PresentPage() {
  usePageTitle('Present')
  // Full screen: hides the surrounding shell.
  useRootFlag('wall')
  const document = useDocument(PRESENT)
  if (document.state === 'loading') return <RouteSpinner />
  // If the settings cannot be loaded, the wall runs with defaults and the dialog reports it.
  return <Wall document={document} settings={document.value ?? DEFAULT_SETTINGS} />
}
