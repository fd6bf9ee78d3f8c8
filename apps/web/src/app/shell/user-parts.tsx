import { useEffect } from 'react'
import { endPushWithSession } from '../../alerts/browser-push.ts'
import { Bell } from '../../features/alerts/bell/bell.tsx'
import { CoinMenu } from '../../features/coin-menu/coin-menu.tsx'
import { TourHost } from '../../features/guide/tour-host.tsx'

export function UserParts() {
  useEffect(endPushWithSession, [])
  return (
    <>
      <Bell />
      <CoinMenu />
      <TourHost />
    </>
  )
}
