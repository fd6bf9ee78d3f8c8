import { useEffect } from 'react'
import { endPushWithSession } from '../../areas/alerts/browser-push.ts'
import { Bell } from '../../areas/alerts/bell/bell.tsx'
import { CoinMenu } from '../coin-menu.tsx'
import { TourHost } from '../../areas/learn/guide/tour-host.tsx'

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
