import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import type { Lifetime } from './temporary_folder.ts'

/** Debian's browser, and what others call it; undefined where there is none. */
export const chromiumPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)))
  .find(isProgram)

/** What a test that needs a browser is skipped for, if it is. */
export const withoutChromium = chromiumPath === undefined ? 'no chromium on the PATH' : false

/** Starts the browser without a window, and with WebGL in software; closed when the test ends. */
export async function startChromium(life: Lifetime): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    timeout: 120_000,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-unsafe-swiftshader'],
  })
  life.after(() => browser.close())
  return browser
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
