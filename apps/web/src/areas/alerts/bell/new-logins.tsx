import './bell.css'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { deviceText, locationText, type NewLogin } from '../../../platform/session/new-logins.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { markLoginsSeen, useAlertNews } from '../alert-news.ts'

type NewLoginsProps = { readonly className?: string; readonly onSeen?: () => void }

export function NewLogins({ className, onSeen }: NewLoginsProps) {
  const logins = useAlertNews((news) => news.logins)
  if (logins.length === 0) return null
  const seen = (ids: readonly string[]) => {
    onSeen?.()
    void markLoginsSeen(ids)
  }
  return (
    <ul aria-label="New logins" className={className}>
      {logins.map((login) => (
        <ItemBoundary key={login.id} of={login} as="li">
          <Login login={login} onSeen={() => seen([login.id])} />
        </ItemBoundary>
      ))}
    </ul>
  )
}

function Login({ login, onSeen }: { readonly login: NewLogin; readonly onSeen: () => void }) {
  const device = deviceText(login)
  const at = Date.parse(login.created_at)
  return (
    <li data-unread>
      <div className="min-w-0 flex-1">
        <p className="text-13 text-ink-1">{`New login: ${device}`}</p>
        <p className="num text-11 text-ink-2" title={utcText(at)}>
          {[locationText(login), momentText(at), ...(login.is_ended ? ['logged out since'] : [])].join(' · ')}
        </p>
        <p className="text-11 text-ink-2">Not you? End the session and change your password.</p>
      </div>
      <ButtonLink size="sm" variant="ghost" to="/account/account" onClick={onSeen}>
        Show sessions
      </ButtonLink>
      <button
        type="button"
        className="bell-read"
        aria-label={`Mark as seen: new login with ${device}`}
        title="Mark as seen"
        onClick={onSeen}
      />
    </li>
  )
}
