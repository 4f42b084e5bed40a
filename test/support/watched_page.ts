import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export type WatchedPage = {
  page: Page
  /** Addresses outside the server that were asked for. */
  outside: string[]
  /** What the Content-Security-Policy kept from happening, and errors of scripts. */
  violations: string[]
}

/** Opens an empty page of a browser that knows nothing yet, and watches what it does. */
export async function openPage(
  browser: Browser,
  server: { url: string },
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: server.url, ...options })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const outside: string[] = []
  const violations: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) outside.push(request.url())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  return { page, outside, violations }
}
