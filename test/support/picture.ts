import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = process.env['ARTIFACTS']

/**
 * Writes a picture of a page, with its map drawn, to the folder ARTIFACTS; does nothing if the variable is
 * not set. A page that fills the window is shown as far as the window reaches.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (!folder) return
  const hasMap = (await page.locator('.map-panel').count()) > 0
  if (hasMap) {
    await page.locator('.map-panel[data-drawn][data-points]').waitFor()
    await page.waitForLoadState('networkidle')
  }
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
  const form = `${page.viewportSize()!.width}_${isDark ? 'dark' : 'light'}`
  const path = join(folder, 'pages', `${name}_${form}.png`)
  await page.screenshot({ path, fullPage: !hasMap })
}

/** The name of the picture of a page, without ids: they differ from run to run. */
export const pictureName = (path: string): string =>
  path
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/[^\w]+/g, '_')
    .slice(0, 60)
