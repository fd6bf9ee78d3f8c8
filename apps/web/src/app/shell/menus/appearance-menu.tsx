import { AppearanceButton } from './appearance-button.tsx'
import { LateMenu } from './late-menu.tsx'

const load = () => import('./appearance-choices.tsx').then(({ AppearanceChoices }) => AppearanceChoices)

/** Theme and price colours. On small screens they are under More. */
export const AppearanceMenu = () => (
  <div className="hidden md:inline-flex">
    <LateMenu trigger={(props) => <AppearanceButton {...props} />} load={load} />
  </div>
)
