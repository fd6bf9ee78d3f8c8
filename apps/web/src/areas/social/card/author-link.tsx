import type { SocialAuthor } from '@aerie/wire/ideas'
import { Link } from 'react-router'

export const nameOf = ({ id, name }: SocialAuthor): string => name ?? `Trader ${id.slice(0, 6)}`

/** The name is untrusted plain text. */
export const AuthorLink = ({ author }: { readonly author: SocialAuthor }) => (
  <Link
    to={`/claw/social?author=${author.id}`}
    className="min-h-6 max-w-full content-center overflow-hidden text-ellipsis font-semibold text-ink-1 hover:underline"
  >
    <bdi>{nameOf(author)}</bdi>
    {author.is_you && <span className="font-normal text-12 text-ink-2"> (You)</span>}
  </Link>
)
