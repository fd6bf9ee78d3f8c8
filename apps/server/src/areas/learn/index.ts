export { learnRoutes } from './routes.ts'
export { learnService } from './service.ts'
export { taskFacts } from './task-facts.ts'
