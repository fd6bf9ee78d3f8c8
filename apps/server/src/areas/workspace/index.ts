export { checklistProgress } from './checklist-progress.ts'
export { serveMirror } from './mirror.ts'
export { workspaceRoutes } from './routes.ts'
export { documentService } from './service.ts'
