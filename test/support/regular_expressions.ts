import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript5'

const root = join(import.meta.dirname, '../..')

/** What runs when it is imported, or only in a thread of its own. */
const commands = /(^|\/)(main|write_documents|\w+_thread|worker)\.ts$/

/**
 * Every regular expression of some folders of the program: those written as literals, and those that
 * the files make of parts as they are imported, but not their packages. By `pattern/flags`, the place that it is in.
 */
export async function regularExpressions(...folders: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => join(folder, path)),
  )
  const Plain = globalThis.RegExp
  for (const path of paths) {
    for (const literal of literalsOf(path)) found.set(literal, path)
    const made = (target: typeof RegExp, args: unknown[]) => {
      const expression = Reflect.construct(target, args) as RegExp
      const caller = new Error().stack!.split('\n')[2]!
      if (!caller.includes('node_modules')) found.set(String(expression), path)
      return expression
    }
    globalThis.RegExp = new Proxy(Plain, {
      construct: made,
      apply: (target, _, args) => made(target, args),
    })
    if (!commands.test(path)) await import(pathToFileURL(join(root, path)).href)
  }
  globalThis.RegExp = Plain
  return found
}

function literalsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const literals: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return literals
}
