import { z } from 'zod'
import { emailAddress } from '../../access/email_address.ts'
import { reportKinds } from '../../access/store/schema.ts'

/** Lengths that a report keeps. */
export const longest = { note: 500, link: 300, email: 254 }

/** Characters that are not seen, or change the direction of writing. */
const unseen = /[\p{C}\u2028\u2029]+/gu

const isWeb = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
}

/** An empty field is null. */
const orNull = (read: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((text) => text.trim() || null)
    .pipe(read.nullable())

/** The fields of a report. A link is kept as a browser writes it, without raw special characters. */
export const reportFields = {
  kind: z.enum(reportKinds),
  note: z
    .string()
    .default('')
    .transform((text) => text.replace(unseen, ' ').replace(/\s+/gu, ' ').trim() || null)
    .pipe(z.string().max(longest.note, `must be at most ${longest.note} characters`).nullable()),
  link: orNull(
    z
      .string()
      .refine(isWeb, { error: 'must be the address of a page, https://…', abort: true })
      .transform((text) => new URL(text).href)
      .pipe(z.string().max(longest.link, `must be at most ${longest.link} characters`)),
  ),
  email: orNull(emailAddress),
}
