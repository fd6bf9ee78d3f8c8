import '../lib/zod-config.ts'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Screens } from './screens.tsx'

/** The guest's Home as text, for the page that the build makes: the same components, before any data. */
export const renderGuestHome = (): string =>
  renderToString(
    <StaticRouter location="/">
      <Screens />
    </StaticRouter>,
  )
