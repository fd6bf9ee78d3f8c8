export { docsModule } from './docs.ts'
export { loadHomeFiller } from './fill-home.ts'
export { webApp } from './web-routes.ts'
