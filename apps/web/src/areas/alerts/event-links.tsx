import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import { Link } from 'react-router'
import { LearnLink } from '../../platform/navigation/learn-link.tsx'

type EventLinksProps = { readonly firing: Pick<AlertFiring, 'terms'>; readonly onGo?: (() => void) | undefined }

/** Where an account event leads to: its trip and the lesson, or the screen to act on. Renders nothing for alerts. */
export function EventLinks({ firing: { terms }, onGo }: EventLinksProps) {
  const target = targetOf(terms)
  if (target === null) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-12">
      <Link to={target.to} className="text-accent-text underline-offset-2 hover:underline" onClick={onGo}>
        {target.text}
      </Link>
      {terms.kind === 'liquidated' && <LearnLink term="liquidation" />}
    </span>
  )
}

function targetOf({ kind, trip }: AlertFiring['terms']): { readonly text: string; readonly to: string } | null {
  switch (kind) {
    case 'liquidated':
    case 'stop_hit':
      return { text: 'What happened', to: trip === undefined ? '/claw/posttrade' : `/claw/posttrade?trip=${trip}` }
    case 'unprotected':
      return { text: 'Re-arm on Trade', to: '/claw/trade' }
    case 'copy_paused':
      return { text: 'Show copies', to: '/claw/copy' }
    case 'session_ended':
      return { text: 'Show sessions', to: '/account/account' }
    default:
      return null
  }
}
