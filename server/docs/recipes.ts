import { readFileSync } from 'node:fs'
import { html, type Html } from '../../data/html.ts'

/** A recipe of `server/recipes`: its page's path, its title, and its text in Markdown. */
type Recipe = { name: string; path: string; title: string; text: string }

/** The recipes, in the order of the navigation. */
export const recipes: readonly Recipe[] = [
  'agents',
  'clients',
  'widget',
  'sync',
  'listings',
  'prices',
].map((name) => {
  const file = readFileSync(new URL(`../recipes/${name}.md`, import.meta.url), 'utf8')
  const end = file.indexOf('\n')
  const title = file.slice('# '.length, end)
  const linked = file
    .slice(end)
    .trimStart()
    .replaceAll(/\]\((\w+)\.md\)/g, '](/docs/recipes/$1)')
  return { name, path: `/docs/recipes/${name}`, title, text: linked }
})

/** Ways to use the directory other than requests of one's own program. */
export const otherWays: Html = html`<p class="lead">
    Send requests with a <a href="/console">key</a>, as described below, or use the directory in
    another way:
  </p>
  <ul>
    <li>
      <a href="/docs/recipes/agents">Agents</a>: assistants ask by the Model Context Protocol.
    </li>
    <li>
      <a href="/docs/recipes/widget">Widget</a>: a web page of yours lists farms near its reader.
    </li>
    <li><a href="/docs/recipes/sync">Sync</a>: a table of yours follows the directory.</li>
    <li>
      <a href="/docs/recipes/clients">Clients</a>: calls in TypeScript, JavaScript and Python.
    </li>
    <li>
      <a href="/data/downloads">Files</a>: the whole directory as Parquet and CSV, without a key.
    </li>
  </ul>`
