import { html, type Html } from '../../../data/html.ts'
import { syntheticNotice } from '../../console/start.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { ageText, isOld } from './age.ts'

/** The notice above farms that are generated or from old editions; null = neither. */
export function dataNotice({ manifest, ages }: Snapshot, now: Date): Html | null {
  if (manifest.synthetic) return syntheticNotice
  if (!isOld(manifest, now)) return null
  return html`<p class="notice">
    <strong>Old listings.</strong> ${ageText(manifest, ages(now))} Ask a farm before you go.
  </p>`
}
