import {
  type AuthorPatch,
  authorProfile,
  commentsPage,
  type IdeaBody,
  idea,
  ideaComment,
  ideaQuote,
  ideasPage,
  leadersPage,
  ownAuthor,
  type ReportBody,
} from '@aerie/wire/ideas'
import * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'

type Given = { readonly signal?: AbortSignal | undefined }
type Query = Readonly<Record<string, string | undefined>>
export type IdeaDraft = Omit<IdeaBody, 'target' | 'stop'> & { readonly target: string; readonly stop: string }

function withQuery(route: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given)}`
}
const of = (id: string): string => `/ideas/${encodeURIComponent(id)}`

/** @throws ApiError */
export const socialCalls = {
  feed: (query: Query, given: Given) => api.page(withQuery('/ideas', query), ideasPage, { ...given, fresh: true }),
  idea: (id: string, given: Given) => api.get(of(id), idea, { ...given, fresh: true }),
  post: (draft: IdeaDraft, key: string) => api.post('/ideas', draft, idea, { headers: { 'idempotency-key': key } }),
  like: (id: string, isLiked: boolean) => api.patch(of(id), { like: isLiked }, idea),
  removeText: (id: string) => api.delete(of(id), idea),
  add: (id: string, text: string) => api.post(`${of(id)}/addenda`, { text }, idea),
  leaders: (cursor: string | undefined, given: Given) =>
    api.page(withQuery('/ideas/leaders', { cursor }), leadersPage, { ...given, fresh: true }),
  quote: (symbol: string, given: Given) => api.get(withQuery('/ideas/quote', { symbol }), ideaQuote, { ...given, fresh: true }),
  author: (id: string, given: Given) => api.get(`/ideas/authors/${encodeURIComponent(id)}`, authorProfile, { ...given, fresh: true }),
  changeAuthor: (id: string, patch: AuthorPatch) => api.patch(`/ideas/authors/${encodeURIComponent(id)}`, patch, authorProfile),
  me: (given: Given) => api.get('/ideas/me', ownAuthor, { ...given, fresh: true }),
  setName: (name: string | null) => api.patch('/ideas/me', { name }, ownAuthor),
  comments: (id: string, cursor: string | undefined, given: Given) =>
    api.page(withQuery(`${of(id)}/comments`, { cursor, limit: '50' }), commentsPage, { ...given, fresh: true }),
  comment: (id: string, text: string, parent: string | null) =>
    api.post(`${of(id)}/comments`, { text, ...(parent !== null && { parent }) }, ideaComment),
  removeComment: (id: string) => api.delete(`/ideas/comments/${encodeURIComponent(id)}`, z.unknown()),
  report: (report: ReportBody) => api.post('/ideas/reports', report, z.unknown()),
} as const
