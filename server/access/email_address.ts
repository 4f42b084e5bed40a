import { z } from 'zod'

/** An email address, folded to lower case: limits count it whatever its case. */
export const emailAddress = z
  .string('is required, as text')
  .transform(foldEmail)
  .pipe(z.email().max(254))

/** Folds an address to the one form in which it is kept and compared. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}
