import { RewardsPage } from './rewards-page.tsx'
import { StakePage } from './staking/stake-page.tsx'
import { WithdrawPage } from './staking/withdraw-page.tsx'

const PAGES = { stake: StakePage, withdraw: WithdrawPage, rewards: RewardsPage } as const

/** The screens of Trade Rewards, loaded together: who opens one goes on to the next. */
export function RewardsScreen({ tab }: { readonly tab: keyof typeof PAGES }) {
  const Page = PAGES[tab]
  return <Page />
}
