import { config } from 'zod/mini'

// Must run before any schema is created: otherwise zod probes `new Function`, which Trusted Types blocks and reports.
config({ jitless: true })
