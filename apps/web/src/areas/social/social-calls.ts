import {
  type AuthorPatch,
  addAddendum,
  changeAuthor,
  changeOwnAuthor,
  deleteComment,
  deleteIdeaText,
  getAuthor,
  getIdea,
  getOwnAuthor,
  type IdeaBody,
  type ideasQuery,
  likeIdea,
  listComments,
  listIdeas,
  listLeaders,
  postComment,
  postIdea,
  quoteIdea,
  type ReportBody,
  sendReport,
} from '@aerie/wire/ideas'
import type * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'

type Given = { readonly signal?: AbortSignal | undefined }
type Query = z.input<typeof ideasQuery>
export type IdeaDraft = Omit<IdeaBody, 'target' | 'stop'> & { readonly target: string; readonly stop: string }

/** @throws ApiError */
export const socialCalls = {
  /** Filters come from the address; the server checks them. */
  feed: (filters: Readonly<Record<string, string | undefined>>, given: Given) =>
    api(listIdeas, { query: filters as Query, ...given, fresh: true }),
  idea: (id: string, given: Given) => api(getIdea, { params: { idea: id }, ...given, fresh: true }),
  post: (body: IdeaDraft, key: string) => api(postIdea, { body, headers: { 'idempotency-key': key } }),
  like: (id: string, isLiked: boolean) => api(likeIdea, { params: { idea: id }, body: { like: isLiked } }),
  removeText: (id: string) => api(deleteIdeaText, { params: { idea: id } }),
  add: (id: string, text: string) => api(addAddendum, { params: { idea: id }, body: { text } }),
  leaders: (cursor: string | undefined, given: Given) => api(listLeaders, { query: { cursor }, ...given, fresh: true }),
  quote: (symbol: string, given: Given) => api(quoteIdea, { query: { symbol }, ...given, fresh: true }),
  author: (id: string, given: Given) => api(getAuthor, { params: { author: id }, ...given, fresh: true }),
  changeAuthor: (id: string, body: AuthorPatch) => api(changeAuthor, { params: { author: id }, body }),
  me: (given: Given) => api(getOwnAuthor, { ...given, fresh: true }),
  setName: (name: string | null) => api(changeOwnAuthor, { body: { name } }),
  comments: (id: string, cursor: string | undefined, given: Given) =>
    api(listComments, { params: { idea: id }, query: { cursor, limit: '50' }, ...given, fresh: true }),
  comment: (id: string, text: string, parent: string | null) =>
    api(postComment, { params: { idea: id }, body: { text, ...(parent !== null && { parent }) } }),
  removeComment: (id: string) => api(deleteComment, { params: { comment: id } }),
  report: (body: ReportBody) => api(sendReport, { body }),
} as const
