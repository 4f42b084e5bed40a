import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** Reads the mails that a server without a mail server wrote to its state folder, oldest first. */
export async function mailsTo(stateDir: string, address: string): Promise<Email[]> {
  const folder = join(stateDir, 'mail')
  const files = (await readdir(folder)).toSorted()
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  )
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
}

/** The token in the newest mail to an address. Throws where there is none. */
export async function newestToken(stateDir: string, address: string): Promise<string> {
  const newest = (await mailsTo(stateDir, address)).at(-1)
  return tokenIn(newest?.text ?? '')
}

/** The token that a mail's text holds. Throws where it holds none. */
export function tokenIn(text: string): string {
  const token = /svc_link_[0-9a-f]{64}/.exec(text)?.[0]
  if (token === undefined) throw new Error(`no token in ${JSON.stringify(text)}`)
  return token
}
