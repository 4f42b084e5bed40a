import { plot, type PlotOptions } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { Html } from '../../data/html.ts'

/**
 * Draws a plot as an SVG with `label` for screen readers; show its figures in a table beside it. The SVG
 * has no inline style, which the pages' policy forbids: see `figures.css`.
 */
export function drawn(label: string, options: PlotOptions): Html {
  const { document } = parseHTML('<html></html>')
  const svg = plot({ ...options, document, className: 'plot' })
  for (const style of svg.querySelectorAll('style')) style.remove()
  for (const styled of svg.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const named of svg.querySelectorAll('[aria-label]')) named.removeAttribute('aria-label')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  return new Html(svg.outerHTML)
}
