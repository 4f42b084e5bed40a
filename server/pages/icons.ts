import type { Html } from '../../data/html.ts'
import { assetUrls } from './assets.ts'
import { iconOf } from './frame.ts'
import type { IconName } from './sprite.ts'

/** An icon in the color of the text around it. Say in words what it means. */
export const icon = (name: IconName): Html => iconOf(assetUrls.sprite, name)
