import { AppError } from '../../platform/http/app-error.ts'
import type { AuthorRepository, AuthorRow } from './author-repository.ts'

export async function demandWriter(authors: AuthorRepository, userId: string, at: Date): Promise<AuthorRow> {
  const author = await authors.ensure(userId, at)
  if (author.isSuspended) throw new AppError('forbidden', { detail: 'The operator of this server has suspended you from posting.' })
  return author
}
