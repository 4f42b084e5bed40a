import { z } from 'zod'

/** An email address in lower case: limits ignore case. */
export const emailAddress = z
  .string('is required, as text')
  .transform(foldEmail)
  .pipe(z.email('must be one address such as you@example.org').max(254))

/** Folds an address to the form that is stored and compared. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}
