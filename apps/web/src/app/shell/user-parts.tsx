import { useEffect } from 'react'
import { Bell } from '../../areas/alerts/bell/bell.tsx'
import { endPushWithSession } from '../../areas/alerts/browser-push.ts'
import { TourHost } from '../../areas/learn/guide/tour-host.tsx'
import { CoinMenu } from '../coin-menu.tsx'

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
