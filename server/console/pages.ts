import type { Route } from '../routes/route.ts'
import { accountPages } from './account.ts'
import { closeAccountPages } from './close_account.ts'
import { keyPages } from './key.ts'
import { keysPages } from './keys.ts'
import { reportPages } from './reports.ts'
import { signInPages } from './sign_in.ts'

/** The pages of the console; `dataRoutes` are the routes for keys. */
export const consolePages = (dataRoutes: readonly Route[]): Route[] => [
  ...signInPages,
  ...keysPages(dataRoutes),
  ...keyPages,
  ...accountPages,
  ...closeAccountPages,
  ...reportPages,
]
