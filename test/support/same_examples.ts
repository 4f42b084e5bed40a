import { configureGlobal } from 'fast-check'

/**
 * Preloaded by `npm test`: properties are tried on the same examples in every run, so that a commit
 * passes or fails for good. `PROPERTY_SEED=N npm test` tries others, and a test file that is run by
 * itself draws new ones each time.
 */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261121) })
