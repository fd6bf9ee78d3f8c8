import { displayName } from '@aerie/wire/account/accounts'
import { LogIn, LogOut, UserPlus, UserRound } from 'lucide-react'
import { openLayer } from '../../../platform/navigation/layers.ts'
import { useIsLoggedIn, useSession } from '../../../platform/session/session.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { AccountButton } from './menu-buttons.tsx'

const FOR_USERS: readonly MenuItem[] = [
  { id: 'account', label: 'Account', icon: <UserRound size={16} />, to: '/account' },
  { id: 'log-out', label: 'Log Out', icon: <LogOut size={16} />, onSelect: () => openLayer('log-out') },
]
const FOR_GUESTS: readonly MenuItem[] = [
  { id: 'log-in', label: 'Log In', icon: <LogIn size={16} />, to: '/auth/login' },
  { id: 'sign-up', label: 'Sign Up', icon: <UserPlus size={16} />, to: '/auth/signup' },
]

export function AccountChoices() {
  const user = useSession((state) => state.user)
  const isLoggedIn = useIsLoggedIn()
  return (
    <Menu
      label="Account"
      items={isLoggedIn ? FOR_USERS : FOR_GUESTS}
      heading={
        <div className="mb-1 border-line border-b px-3 pt-1 pb-2">
          <p className="font-semibold text-ink-1">{displayName(user)}</p>
          {isLoggedIn && user && <p className="max-w-56 truncate text-12 text-ink-2">{user.email}</p>}
        </div>
      }
      startsOpen
      trigger={(props) => <AccountButton {...props} />}
    />
  )
}
