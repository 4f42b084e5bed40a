import { registerHooks } from 'node:module'

/**
 * Gives openapi-typescript the TypeScript that it is written for: it makes types by the compiler's
 * programming interface, which the one that checks this project no longer has. Import this first.
 */
const five = import.meta.resolve('typescript5')

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      ? next(five, context)
      : next(specifier, context),
})
