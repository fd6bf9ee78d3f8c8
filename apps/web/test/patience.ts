import { configure } from '@testing-library/react'

/** Only what hangs runs out of it: a busy machine must not decide a test. */
configure({ asyncUtilTimeout: 20_000 })
