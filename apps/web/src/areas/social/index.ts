export { followIdeaNews, useIdeaNews } from './idea-news/idea-news.ts'
export { AllNewsRead, IdeaNewsList } from './idea-news/idea-news-list.tsx'
export { IdeaPage, SocialPage } from './lazy-parts.ts'
export { meQuery, refreshSocial } from './social-queries.ts'
