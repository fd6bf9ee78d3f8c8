import { config } from 'zod/mini'

// Must run before any schema is made: without it zod probes `new Function`, which Trusted Types refuses and reports.
config({ jitless: true })
