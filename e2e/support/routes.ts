export type Route = { readonly path: string; readonly title: RegExp; readonly access: 'public' | 'token' }

const token = (path: string, title: RegExp): Route => ({ path, title, access: 'token' })
const open = (path: string, title: RegExp): Route => ({ path, title, access: 'public' })

export const ROUTES: readonly Route[] = [
  open('/', /Cryptocurrency Prices by Market Cap/),
  token('/present', /Market/),
  token('/currencies/BTC', /Currenc|Bitcoin|BTC/),
  token('/ipc/BTC', /IPC/),
  token('/claw', /Claw/i),
  token('/claw/pretrade', /Pre-trade/i),
  token('/claw/trade', /Trade/),
  token('/claw/posttrade', /Post-trade/i),
  token('/claw/social', /Social/),
  token('/claw/copy', /Copy/),
  token('/mirror', /Pre-trade|Mirror/i),
  token('/claw/learn', /Learn/),
  token('/learn', /Learn/),
  token('/tradealerts', /Trade Alerts/i),
  token('/traderewards', /Stake|Trade Rewards/i),
  token('/traderewards/stake', /Stake/),
  token('/traderewards/withdraw', /Withdraw/),
  token('/traderewards/rewards', /Rewards/),
  token('/account', /Details/),
  token('/account/details', /Details/),
  token('/account/tradepersona', /Trade Persona/i),
  token('/account/subscriptions', /Subscriptions/),
  token('/account/account', /Account/),
  token('/account/apex', /Apex/),
  token('/account/wallets', /Wallets/),
  open('/auth/login', /Log In/i),
  open('/auth/signup', /Sign Up|account/i),
  open('/auth/verify', /Verify|code/i),
  open('/auth/forgot-password', /password/i),
]

export const GUARDED = ROUTES.filter(({ access }) => access === 'token')
