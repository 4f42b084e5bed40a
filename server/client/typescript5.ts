import { registerHooks } from 'node:module'

/**
 * Gives openapi-typescript its TypeScript version. It makes types by the compiler's programming interface,
 * which the version that checks this project lacks. Import this first.
 */
const five = import.meta.resolve('typescript5')

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      ? next(five, context)
      : next(specifier, context),
})
