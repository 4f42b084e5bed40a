import type { Answer, TestServer } from './running_server.ts'

export type Visit = {
  method?: string
  headers?: Record<string, string>
  /** The fields of a form. */
  form?: Record<string, string>
}

/**
 * What a browser does that matters to signing in: keeps cookies, and says which site a request comes
 * from. It follows no redirect.
 */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #server: TestServer
  readonly origin: string

  constructor(server: TestServer, origin = server.url) {
    this.#server = server
    this.origin = origin
  }

  async get(path: string): Promise<Answer<unknown>> {
    return this.visit(path)
  }

  /** Sends a form from a page of the service itself. */
  async submit(path: string, form: Record<string, string>): Promise<Answer<unknown>> {
    const headers = { Origin: this.origin, 'Sec-Fetch-Site': 'same-origin' }
    return this.visit(path, { method: 'POST', form, headers })
  }

  async visit(path: string, { method = 'GET', headers = {}, form }: Visit = {}) {
    const body = form && new URLSearchParams(form).toString()
    const type = form && { 'Content-Type': 'application/x-www-form-urlencoded' }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#server.ask(path, {
      method,
      key: null,
      headers: { ...headers, ...type, ...(cookie && { Cookie: cookie }) },
      ...(body !== undefined && { body }),
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(name.length + 1))
  }
}

/** The value of a hidden field of a page. */
export function hiddenField(page: string, name: string): string {
  const value = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)" ?/?>`).exec(
    page,
  )?.[1]
  if (value === undefined) throw new Error(`the page has no hidden field ${name}: ${page}`)
  return value
}
