import { configure } from '@testing-library/react'

/** Only a hang reaches this limit: a busy machine must not decide a test. */
configure({ asyncUtilTimeout: 20_000 })
