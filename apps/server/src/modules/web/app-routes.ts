/** Addresses of the app's routes (and of old links to them): each is the app's page; the app does the rest. */
const APP_ROUTES = [
  /^\/present$/,
  /^\/currencies(\/[A-Za-z0-9]{1,12})?$/,
  /^\/ipc(\/[A-Za-z0-9]{1,12})?$/,
  /^\/claw(\/(pretrade|trade|posttrade|learn|social|copy))?$/,
  /^\/claw\/social\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\/mirror$/,
  /^\/learn$/,
  /^\/tradealerts$/,
  /^\/traderewards(\/(stake|withdraw|rewards))?$/,
  /^\/account(\/(details|tradepersona|subscriptions|account|apex|wallets))?$/,
  /^\/auth(\/(signup|login|verify|forgot-password))?$/,
]

/** Whether a path is a screen, so that its page comes with 200; every other one gets the same page with 404. */
export const isAppRoute = (path: string): boolean =>
  APP_ROUTES.some((route) => route.test(path.length > 1 ? path.replace(/\/$/, '') : path))

/** A person's browser asks for a page; a script, an image tag or a program asks for something else. */
export const acceptsHtml = (path: string, accept: string | undefined): boolean =>
  !/^\/(api|socket\.io|dev|assets|coins)(\/|$)/.test(path) && !/\.[A-Za-z0-9]{1,11}$/.test(path) && (accept ?? '').includes('text/html')
