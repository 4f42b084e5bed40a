import { enableCompileCache } from 'node:module'
import { configureGlobal } from 'fast-check'

/**
 * Preloaded by `npm test`: properties are tried on the same examples in every run, so that a commit
 * passes or fails for good. `PROPERTY_SEED=N npm test` tries others, and a test file that is run by
 * itself draws new ones each time.
 */
// Each test file is a program of its own, and compiles the same modules.
process.env['NODE_COMPILE_CACHE'] ??= enableCompileCache().directory ?? ''

configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261121) })
