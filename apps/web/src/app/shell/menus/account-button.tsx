import { displayName } from '@aerie/wire/account/accounts'
import { UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useSession } from '../../../platform/session/session.ts'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'

export function AccountButton(props: ComponentProps<'button'>) {
  const user = useSession((state) => state.user)
  return (
    <button type="button" data-early="account" {...props} aria-label="Account menu" title={displayName(user)} className={iconButtonStyle}>
      <UserRound size={18} aria-hidden="true" />
    </button>
  )
}
