import { AccountButton } from './account-button.tsx'
import { LateMenu } from './late-menu.tsx'

const load = () => import('./account-choices.tsx').then(({ AccountChoices }) => AccountChoices)

export const AccountMenu = () => <LateMenu trigger={(props) => <AccountButton {...props} />} load={load} />
