import { AppearanceButton } from './appearance-button.tsx'
import { LateMenu } from './late-menu.tsx'

const load = () => import('./appearance-choices.tsx').then(({ AppearanceChoices }) => AppearanceChoices)

export const AppearanceMenu = () => (
  <div className="hidden md:inline-flex">
    <LateMenu trigger={(props) => <AppearanceButton {...props} />} load={load} />
  </div>
)
