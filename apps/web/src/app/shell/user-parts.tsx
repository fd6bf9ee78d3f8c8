import { useEffect } from 'react'
import { Bell, endPushWithSession } from '../../areas/alerts/index.ts'
import { TourHost } from '../../areas/learn/index.ts'
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
