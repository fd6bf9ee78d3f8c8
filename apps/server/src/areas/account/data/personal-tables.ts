type Belongs = 'self' | 'author' | 'user' | 'account' | 'conversation' | 'session' | 'wallet'
export type PersonalTable = {
  readonly belongs: Belongs
  readonly isExported: boolean
  readonly hidden?: readonly string[]
  /** Rows outlast their user, pseudonymized: immutable records. */
  readonly staysPseudonymous?: true
}

const data = (belongs: Belongs = 'user', more: Partial<PersonalTable> = {}): PersonalTable => ({
  belongs,
  isExported: true,
  ...more,
})
const inner = (belongs: Belongs = 'user'): PersonalTable => ({ belongs, isExported: false })

const kept = { staysPseudonymous: true } as const

/** Every table with personal data, in export order. A test fails if a table is missing. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  users: data('self', { hidden: ['password_hash'], ...kept }),
  sessions: data(),
  wallets: data(),
  tier_proofs: data('wallet'),
  test_grants: data('user', { hidden: ['key'] }),
  passkeys: data('user', { hidden: ['credential_id'] }),
  api_tokens: data(),
  api_usage: data(),
  operator_log: data('user', { hidden: ['system_user', 'by_name'] }),
  workspace_documents: data(),
  lesson_answers: data('user', { hidden: ['request_key'] }),
  lesson_tasks: data(),
  trade_personas: data(),
  trading_accounts: data('user', kept),
  trading_events: data('account', kept),
  trading_orders: data('account', kept),
  trading_positions: data('account', kept),
  trading_balances: data('account', kept),
  journal_trips: data('user', kept),
  journal_facts: data('account', kept),
  journal_notes: data(),
  journal_imports: data(),
  journal_entries: data(),
  journal_connections: data('user', { hidden: ['sealed', 'key_ends'] }),
  alerts: data('user', { hidden: ['request_key'] }),
  alert_settings: data(),
  alert_firings: data(),
  deliveries: data('user', { hidden: ['lease_until'] }),
  webhooks: data(),
  push_devices: data(),
  telegram_chats: data(),
  copy_leaders: data(),
  copies: data('user', { hidden: ['leader_user_id', 'leader_account_id', 'request_key'] }),
  copy_log: data(),
  social_authors: data('user', kept),
  ideas: data('author', kept),
  idea_scores: data('author', kept),
  idea_standings: data('author', kept),
  social_names: data('user', { hidden: ['folded'] }),
  idea_texts: data('user', { hidden: ['request_key'] }),
  idea_addenda: data(),
  idea_comments: data(),
  idea_likes: data(),
  social_follows: data(),
  social_views: data(),
  social_news: data(),
  social_reports: data(),
  agent_conversations: data('user', { hidden: ['answering_by', 'answering_until', 'is_stop_asked'] }),
  agent_messages: data('conversation'),
  agent_usage: data(),
  agent_claims: data('user', kept),
  apex_orders: data(),
  refresh_tokens: inner('session'),
  one_time_codes: inner(),
  otp_secrets: inner(),
  recovery_codes: inner(),
  telegram_links: inner(),
  wallet_challenges: inner(),
  apex_keys: inner(),
  agent_places: inner(),
  account_exports: inner(),
  copy_cursors: inner('account'),
  copy_cycles: inner('account'),
  copy_shares: inner('account'),
  trading_moves: inner(),
  trading_news: inner('account'),
  trading_commands: { ...inner('account'), ...kept },
  trading_snapshots: { ...inner('account'), ...kept },
  journal_accounts: { ...inner('account'), ...kept },
}

export const OWNED_BY: Readonly<Record<Belongs, string>> = {
  self: 'id = $1',
  user: 'user_id = $1',
  author: 'author in (select id from social_authors where user_id = $1)',
  account: 'account_id in (select id from trading_accounts where user_id = $1)',
  conversation: 'conversation in (select number from agent_conversations where user_id = $1)',
  wallet: 'wallet in (select address from wallets where user_id = $1)',
  session: 'session_id in (select id from sessions where user_id = $1)',
}
